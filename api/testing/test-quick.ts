import { expect, onTestFinished } from 'vitest';
import type { PairingTokens } from '#api/contract/pairing.ts';
import { openIdentity } from '#api/auth/open-identity.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { buildDomain, testHost } from './builders.ts';
import type { BuiltPairing } from './build-pairings.ts';
import { testApp, type TestParts } from './test-app.ts';
import { pairingWorld } from './test-pairing.ts';
import { recorded, sha256Of } from './test-recording.ts';
import { encode, octets, tus } from './test-upload-client.ts';

export type QuickWorld = Awaited<ReturnType<typeof quickWorld>>;
export type QuickPhone = BuiltPairing & { token: string };

type Sending = { json?: object; body?: BodyInit; headers?: Record<string, string> };

/**
 * A world of pairings on a host that lets phones join without a sign-in. `isExternal`: the environment has no embedded provider. The queue
 * is not started.
 */
export async function quickWorld({
  tags = ['pairing', 'pairing_quick'],
  isExternal = false,
  ...overrides
}: Partial<TestParts> & { tags?: string[]; isExternal?: boolean } = {}) {
  const { config, db, deps, dataDir } = await testApp();
  const { domains, clock, log } = deps;
  const own = await openIdentity({ config, db, domains, clock, log, passwordCost: { costLog2: 4 } });
  onTestFinished(() => own.close());
  await buildDomain(db, { host: testHost, tags: JSON.stringify(tags) });
  const handlers = [{ name: transcribeJobName, maxAttempts: 1, retryDelaysMs: [], run: async () => {} }];
  const world = await pairingWorld({
    db,
    dataDir,
    trustProxy: true,
    embedded: isExternal ? null : own.embedded,
    queue: createQueue({ db, handlers, clock, log, slots: 1 }),
    ...overrides,
  });
  const { call, send, builder } = world;

  /** A call below `/api/v1/pairings` without a sign-in. */
  const guest = (path: string, json: object, headers: Record<string, string> = {}) =>
    call('POST', path, { json, as: null, headers });
  /** Pairs a phone, up to its token, which was not used yet. */
  const pair = async (sessionId = world.session): Promise<QuickPhone> => {
    const built = await builder().connect(sessionId, { isQuick: true });
    const { body } = await guest(`/${built.id}/tokens`, { claim: built.claim });
    return { ...built, token: (body as PairingTokens).access_token };
  };
  return { ...world, guest, pair, callsOf: (phone: QuickPhone) => phoneCalls(send, phone) };
}

/** Returns the calls of a phone, with its token. */
function phoneCalls(
  send: Awaited<ReturnType<typeof pairingWorld>>['send'],
  { id, claim, token }: QuickPhone,
) {
  const raw = (method: string, path: string, { headers = {}, ...rest }: Sending = {}) =>
    send(method, path, { ...rest, as: null, headers: { authorization: `Bearer ${token}`, ...headers } });
  /** Returns status, code and body of an answer. */
  const api = async (method: string, path: string, sending: Sending = {}) => {
    const response = await raw(method, path, sending);
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    const code = typeof body['code'] === 'string' ? ` ${body['code']}` : '';
    return { answer: `${response.status}${code}`, body, text };
  };
  const metadataOf = (sessionId: string) =>
    encode({ session_id: sessionId, file_name: 'r.mp3', file_type: 'audio/mpeg' });
  const began = { ...tus, 'upload-defer-length': '1' };
  /** Begins an upload and sends bytes. Returns its path. */
  const upload = async (sessionId: string, sound: Uint8Array): Promise<string> => {
    const headers = { ...began, 'upload-metadata': metadataOf(sessionId) };
    const path = (await raw('POST', '/api/v1/uploads', { headers })).headers.get('location') ?? '';
    const part = { ...tus, ...octets, 'upload-offset': '0' };
    const { status } = await raw('PATCH', path, { headers: part, body: new Uint8Array(sound) });
    expect(status).toBe(204);
    return path;
  };
  const complete = (sessionId: string, sound: Uint8Array) => {
    const form = new FormData();
    const told = { duration: 1, bytes: sound.length, sha256: sha256Of(sound), mode: 'record' };
    form.set('metadata', JSON.stringify(told));
    return api('POST', `/api/v1/sessions/${sessionId}/recording-complete`, { body: form });
  };
  return {
    raw,
    api,
    began,
    metadataOf,
    upload,
    complete,
    report: (...reports: object[]) =>
      api('POST', `/api/v1/pairings/${id}/events`, { json: { claim, reports } }),
    /** Makes the session into which the recording goes on. */
    next: (key: string, json: object = { session: { title: 'Erfunden', language: 'fr' } }) =>
      api('POST', '/api/v1/sessions', { json, headers: { 'idempotency-key': key } }),
    sound: (pitch?: number) => recorded(1, pitch),
  };
}
