import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createDomainStore } from '#api/domain/domain.store.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import type { JobDefinition } from '#api/jobs/queue.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { loadMediaKey } from '#api/player/media-token.ts';
import { createMediaRoutes, createPlayerRoutes } from '#api/player/player.routes.ts';
import { testFollowUps } from './test-follow-ups.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { createPhoneReach } from '#api/pairing/phone-reach.ts';
import { createPhoneStore } from '#api/pairing/phone.store.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { buildSession, buildUser, ownerOf, type UserRow } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { boundBodies } from '#api/http/body.ts';
import { createAdoptionStore } from '#api/upload/adoption.store.ts';
import { createFileUploadRoutes } from '#api/upload/file-upload.routes.ts';
import { createUploadRoutes } from '#api/upload/upload.routes.ts';
import { createQuotaStore } from '#api/upload/quota.store.ts';
import { createUserStore } from '#api/user/user.store.ts';
import { createUploadLocks } from '#api/upload/upload-locks.ts';
import { maxUploadBytes } from '#api/upload/upload.rules.ts';
import { createUploadStore } from '#api/upload/upload.store.ts';
import { errorToResponse } from '#api/http/error-response.ts';
import { createAdoptionRoutes } from '#api/recording/adoption.routes.ts';
import { unexaminedAudio } from '#api/testing/unexamined-audio.ts';
import { createRecordingRoutes } from '#api/recording/recording.routes.ts';
import { createAudioExaminer } from '#api/recording/audio-examiner.ts';

export const as = (user: UserRow) => ({ 'x-test-user': user.id });

type TestPipelineOptions = {
  environment?: string;
  quotaBytes?: number | null;
  wrapStorage?: (store: AudioStore) => AudioStore;
  /**
   * True if audio is examined and converted as on a real server. Otherwise it may have any content, and is played as it
   * was sent.
   */
  looksInto?: boolean;
  /** The log of requests. Default: none. */
  log?: Log;
  /** Results that are made automatically after a transcript. Default: none. */
  follows?: Parameters<typeof testFollowUps>[1];
};

/**
 * Creates upload, recording and player with their own database and folder. The header of `as` names the user. Jobs are
 * only queued unless a queue with `handlers` is opened.
 */
export async function testPipeline({
  environment = 'test',
  quotaBytes = null,
  wrapStorage = (store) => store,
  looksInto = false,
  log = silentLog(),
  follows = {},
}: TestPipelineOptions = {}) {
  const db = testDb();
  const clock = testClock();
  const dataDir = await testFolder();
  const user = await buildUser(db);
  const owner = ownerOf(user);
  // With an empty list of options, no results are made automatically.
  const session = await buildSession(db, owner, { settings: '{"options":[]}' });
  const sessions = createSessionStore(db, clock);
  const storage = wrapStorage(createDiskStore(dataDir));
  const uploads = createUploadStore(db, clock);
  const transcripts = createTranscriptStore(db, clock);
  const idle: JobDefinition = {
    name: transcribeJobName,
    maxAttempts: 1,
    retryDelaysMs: [],
    run: async () => {},
  };
  const openQueue = (handlers: JobDefinition[] = [idle]) => {
    const queue = createQueue({ db, clock, log: silentLog(), handlers, slots: 1, tickMs: 5 });
    onTestFinished(() => queue.close());
    return queue;
  };
  const domains = createDomainStore(db, {
    publicUrl: 'http://localhost',
    maxUploadBytes: maxUploadBytes(environment),
    quotaBytes,
    mp3: { sample_rate: 24_000, bitrate: 64 },
  });
  const quotaOf = async (host: string) => (await domains.tenantOfKey(host)).limits.quotaBytes;
  const deps = {
    db,
    domains,
    clock,
    sessions,
    storage,
    uploads,
    environment,
    adoptions: createAdoptionStore(db),
    uploadLocks: createUploadLocks(),
    quota: createQuotaStore(db, quotaOf),
    queue: openQueue(),
    mediaKey: loadMediaKey(dataDir),
    users: createUserStore(db, clock),
    followUps: testFollowUps(clock, follows),
    audioExaminer: looksInto ? createAudioExaminer(storage) : unexaminedAudio,
    recorded: async () => {},
    phoneReach: createPhoneReach({ phones: createPhoneStore(db), sessions }),
  };

  /** Creates new routes over the same data, as after a restart. */
  const openApp = () => {
    const app = new Hono<AppEnv>({ strict: false });
    app.onError(errorToResponse);
    app.use(async (c, next) => {
      c.set('log', log);
      c.set('requestId', 'request');
      c.set('host', owner.host);
      c.set('tenant', await domains.tenantOf(owner.host));
      const id = c.req.header('x-test-user') ?? '';
      c.set('user', { id, host: owner.host, sub: '', isSuperuser: false, signInId: null, phone: null });
      await next();
    });
    app.use(boundBodies());
    return app
      .route('/api/v1/uploads', createUploadRoutes(deps))
      .route('/api/v1/uploads', createAdoptionRoutes(deps))
      .route('/api/v1/sessions', createFileUploadRoutes(deps))
      .route('/api/v1/sessions', createRecordingRoutes(deps))
      .route('/api/v1/sessions', createPlayerRoutes(deps))
      .route('/media', createMediaRoutes(deps));
  };

  /** Listens on its own port, for tests that need a real connection. Returns the address. */
  const listen = async (): Promise<string> => {
    const server = serve({
      fetch: openApp().fetch,
      port: 0,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
    });
    await new Promise<void>((resolve) => void server.once('listening', resolve));
    onTestFinished(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  return {
    ...deps,
    user,
    owner,
    session,
    transcripts,
    dataDir,
    openQueue,
    openApp,
    listen,
    tmpDir: join(dataDir, 'tmp'),
    /** Uploads these bytes completely. */
    async uploaded(
      bytes: Uint8Array,
      file = { name: 'aufnahme.mp3', type: 'audio/mpeg' },
      sessionId = session.id,
    ) {
      const form = new FormData();
      form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], file.name, { type: file.type }));
      const request = { method: 'POST', body: form, headers: as(user) };
      const answer = await openApp().request(`/api/v1/sessions/${sessionId}/file-upload`, request);
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { bytes: number; sha256: string };
    },
    completeWith(metadata: Record<string, unknown>, peaks?: Uint8Array, sessionId = session.id) {
      const form = new FormData();
      form.set('metadata', JSON.stringify({ duration: 10, ...metadata }));
      if (peaks) form.set('peaks', new Blob([peaks as Uint8Array<ArrayBuffer>]), 'peaks');
      const request = { method: 'POST', body: form, headers: as(user) };
      return openApp().request(`/api/v1/sessions/${sessionId}/recording-complete`, request);
    },
  };
}
