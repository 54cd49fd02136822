import { join } from 'node:path';
import { createSelfService } from '#api/account/self-service.ts';
import { createApp, type AppDeps } from '#api/app.ts';
import { loadConfig } from '#api/config.ts';
import { silentLog } from '#api/lib/log.ts';
import { createDomainAdmin } from '#api/domain/domain-admin.ts';
import { createDomainStore } from '#api/domain/domain.store.ts';
import { createSuggestionStore } from '#api/correction/suggestion.store.ts';
import { createReports } from '#api/export/report.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { openPairings } from '#api/pairing/open-pairings.ts';
import { loadMediaKey } from '#api/player/media-token.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { createAsks } from '#api/processing/ask.ts';
import { createChoice } from '#api/option/choice.ts';
import { createFollowUps } from '#api/processing/follow-ups.ts';
import { createRoleOf } from '#api/role/role-of.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import { createResultStore } from '#api/result/result.store.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import { createSearch } from '#api/search/search.ts';
import { createDetailReader, type DetailDeps } from '#api/session-view/session-view.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { createTranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createAdoptionStore } from '#api/upload/adoption.store.ts';
import { createQuotaStore } from '#api/upload/quota.store.ts';
import { createShareStore } from '#api/share/share.store.ts';
import { createSharing } from '#api/share/sharing.ts';
import { createUploadLocks } from '#api/upload/upload-locks.ts';
import { maxUploadBytes } from '#api/upload/upload.rules.ts';
import { createUploadStore } from '#api/upload/upload.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createUserStore } from '#api/user/user.store.ts';
import { testTextEngine } from '#api/testing/engine/text-engines.ts';
import { testClock } from './test-clock.ts';
import { createTestLater } from './test-later.ts';
import { testDb } from './test-db.ts';
import { unexaminedAudio } from './unexamined-audio.ts';
import { testFolder } from './test-folder.ts';
import { createTestIdentity } from './test-identity.ts';

/** All dependencies of an app by name. A test may replace any of them. */
export type TestParts = AppDeps['request'] &
  AppDeps['auth'] &
  AppDeps['account'] &
  AppDeps['user'] &
  AppDeps['domain'] &
  AppDeps['health'] &
  AppDeps['option'] &
  AppDeps['role'] &
  AppDeps['admin'] &
  AppDeps['join'] &
  AppDeps['announcement'] &
  AppDeps['survey'] &
  AppDeps['pageView'] &
  Omit<AppDeps['session'], 'detail'> &
  AppDeps['transcript'] &
  Omit<AppDeps['processing'], 'detailOf'> &
  AppDeps['result'] &
  AppDeps['correction'] &
  Omit<AppDeps['export'], 'detailOf'> &
  AppDeps['notes'] &
  Omit<AppDeps['share'], 'detailOf'> &
  AppDeps['upload'] &
  AppDeps['recording'] &
  AppDeps['player'] &
  AppDeps['pairing'] &
  Pick<DetailDeps, 'progressOf'> & { hasModel: boolean } & Pick<
    AppDeps,
    'domains' | 'modelsDirs' | 'transcriptionModel' | 'distDir' | 'bodyTimes'
  >;

function toAppDeps(parts: TestParts): AppDeps {
  const detail = createDetailReader(parts);
  const all = { ...parts, detail, detailOf: detail.detailOf };
  return {
    request: all,
    auth: all,
    account: all,
    user: all,
    domain: all,
    health: all,
    option: all,
    role: all,
    admin: all,
    join: all,
    announcement: all,
    survey: all,
    pageView: all,
    session: all,
    transcript: all,
    processing: all,
    result: all,
    correction: all,
    export: all,
    notes: all,
    share: all,
    upload: all,
    recording: all,
    player: all,
    pairing: all,
    domains: parts.domains,
    modelsDirs: parts.modelsDirs,
    transcriptionModel: parts.transcriptionModel,
    distDir: parts.distDir,
    ...(parts.bodyTimes ? { bodyTimes: parts.bodyTimes } : {}),
  };
}

/**
 * Creates an app for `app.request('/…', { headers: bearer(user) })` with an in-memory database, its own folder and a
 * clock that the test can change. `overrides` replace its dependencies.
 */
export async function testApp(overrides: Partial<TestParts> = {}) {
  const db = overrides.db ?? testDb();
  const clock = testClock();
  const dataDir = overrides.dataDir ?? (await testFolder());
  const config = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost', ENVIRONMENT: 'test' });
  const { identity, bearer, tokenFor } = createTestIdentity(overrides.clock ?? clock);
  const log = silentLog();
  const sessions = createSessionStore(db, clock);
  const uploads = createUploadStore(db, clock);
  const transcripts = createTranscriptStore(db, clock);
  const storage = createDiskStore(dataDir);
  const reports = createReports({ clock });
  const users = createUserStore(db, clock);
  // The queue is not started, so queued jobs stay queued.
  const queue = createQueue({ db, handlers: [], clock, log, slots: 1 });
  const options = createOptionStore(db, clock);
  const engines = { extract: testTextEngine(), llm: null };
  const domains = createDomainStore(db, {
    publicUrl: config.publicUrl,
    maxUploadBytes: maxUploadBytes(config.environment),
    quotaBytes: config.quotaBytes,
    mp3: config.mp3,
  });
  const roleOf = createRoleOf({ roles: createRoleStore(db), users });
  const choice = createChoice({ options, roleOf, hasModel: overrides.hasModel ?? false });
  const tenantOf = domains.tenantOfKey;
  const asks = overrides.asks ?? createAsks({ db, choice, tenantOf, engines, hasCorrector: true });
  const domainAdmin = createDomainAdmin({ db, clock, domains, options, roles: createRoleStore(db) });
  const timers = createTestLater(clock);
  const openOwnPairings = () => openPairings({ db, clock, log, dataDir, later: timers.later });
  const clear = async (id: string) => {
    await deps.pairings.endSession(id);
    await clearSession({ queue, sessions, uploads, storage }, id);
  };
  const { embedded = null, sender = null } = overrides;
  const { publicUrl } = config;
  const people = { db, clock, log, domains, domainAdmin, sessions, clear, sender, publicUrl };
  const selfService = createSelfService({ ...people, local: embedded });
  const deps: TestParts = {
    domains,
    domainAdmin,
    ...config,
    db,
    clock,
    log,
    version: '0.0.0',
    distDir: join(dataDir, 'dist'),
    providerOrigins: [],
    identity,
    embedded: null,
    demo: null,
    users,
    sessions,
    search: createSearch({ db }),
    uploads,
    adoptions: createAdoptionStore(db),
    uploadLocks: createUploadLocks(),
    quota: createQuotaStore(db, async (host) => (await domains.tenantOfKey(host)).limits.quotaBytes),
    storage,
    audioExaminer: unexaminedAudio,
    queue,
    engineName: 'fixture',
    mediaKey: loadMediaKey(dataDir),
    transcriptionState: () => ({ status: 'ok', name: 'fixture' }),
    clockState: () => ({ status: 'ok' }),
    mailState: () => ({ status: 'missing', code: 'mail.not_configured' }),
    progressOf: queue.progressOf,
    transcriptOf: transcripts.latest,
    transcripts,
    edits: createTranscriptEditing(db, clock),
    results: createResultStore(db),
    reports,
    sharing: createSharing({
      sender: null,
      reports,
      users,
      clock,
      log,
      shares: createShareStore(db, clock, Buffer.alloc(32)),
    }),
    corrections: createCorrectionStore(db, clock),
    options,
    choice,
    roleOf,
    asks,
    followUps: createFollowUps({ clock, asks, corrector: null }),
    feed: createResultFeed(),
    hasModel: false,
    pageViews: null,
    sender: null,
    languageModel: null,
    suggestions: createSuggestionStore(db),
    clear,
    selfService,
    pairings: openOwnPairings(),
    phoneUrl: 'https://wortlaut.example',
    recorded: (id, how) => deps.pairings.recorded(id, how),
    ...overrides,
  };
  /** Creates a new app over the same data, as after a restart. */
  const reopen = () => createApp(toAppDeps(deps));
  /** Lets time pass, with the timers of pairings. */
  const { pass } = timers;
  return {
    app: reopen(),
    reopen,
    openPairings: openOwnPairings,
    deps,
    config,
    db,
    clock,
    pass,
    dataDir,
    bearer,
    tokenFor,
  };
}
