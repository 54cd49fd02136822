import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppDeps } from './app.ts';
import type { Config } from './config.ts';
import { compactDatabase } from '#api/db/compact.ts';
import { databaseName, type Db } from '#api/db/open.ts';
import { createCorrector } from '#api/correction/corrector.ts';
import { createSuggestionStore } from '#api/correction/suggestion.store.ts';
import { createDiarizer } from '#api/engines/diarization/open-diarizer.ts';
import { createOidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import type { LanguageModelConfig } from '#api/engines/language/open-model.ts';
import { openTextEngines } from '#api/engines/open-text-engines.ts';
import { openEngine, type EngineConfig } from '#api/engines/open-transcription-engine.ts';
import { createReports } from '#api/export/report.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import { createQueue, type QueueOptions } from '#api/jobs/sqlite-queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { DomainStore } from '#api/domain/domain.store.ts';
import type { Log } from '#api/lib/log.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { createOutboxStore } from '#api/outbox/outbox.store.ts';
import { openPairings } from '#api/pairing/open-pairings.ts';
import { createAsks } from '#api/processing/ask.ts';
import { createChoice, type Choice } from '#api/option/choice.ts';
import { createFollowUps } from '#api/processing/follow-ups.ts';
import { createProcessJob } from '#api/processing/process.job.ts';
import { loadMediaKey } from '#api/player/media-token.ts';
import { createAudioExaminer } from '#api/recording/audio-examiner.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { createMakeSeekableJob } from '#api/recording/make-seekable.job.ts';
import { createSeekableKeeper } from '#api/recording/seekable-keeper.ts';
import { createSeekableStore } from '#api/recording/seekable.store.ts';
import { createRetentionKeeper } from '#api/retention/retention-keeper.ts';
import { createReclaim } from '#api/retention/reclaim.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { createRetentionRunStore } from '#api/retention/run.store.ts';
import { createSweepClock } from '#api/retention/sweep-time.ts';
import { createWasteStore } from '#api/retention/waste.store.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import { createResultStore } from '#api/result/result.store.ts';
import { createRoleOf } from '#api/role/role-of.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import { createIndexer, createIndexKeeper, createPurgeKeeper } from '#api/search/indexer.ts';
import { createSearch } from '#api/search/search.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createThumbnailKeeper } from '#api/session/thumbnail-keeper.ts';
import { createThumbnailStore } from '#api/session/thumbnail.store.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { createTranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { createTranscribeJob } from '#api/transcription/transcribe.job.ts';
import { createDetailReader } from '#api/session-view/session-view.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createVocabulary } from '#api/transcript/vocabulary.ts';
import { createAdoptionStore } from '#api/upload/adoption.store.ts';
import { createUploadKeeper } from '#api/upload/upload-keeper.ts';
import { createQuotaStore } from '#api/upload/quota.store.ts';
import { createUploadLocks } from '#api/upload/upload-locks.ts';
import { createUploadStore } from '#api/upload/upload.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createUserStore } from '#api/user/user.store.ts';

/** Number of results that are made at once. A language model is slow, and a second result should not wait for it. */
const resultSlots = 2;

export type PipelineOptions = {
  config: EngineConfig & LanguageModelConfig & Pick<Config, 'dataDir' | 'environment'>;
  /** Settings of hosts, for work that no request began. */
  domains: Pick<DomainStore, 'tenantOfKey'>;
  db: Db;
  clock: Clock;
  log: Log;
  /** Times of the queue. Tests shorten them. */
  queueTimes?: Pick<QueueOptions, 'tickMs' | 'leaseMs' | 'heartbeatMs' | 'recheckMs'>;
  /** Interval of the sweeps, ms. Tests shorten it. */
  sweepEveryMs?: number;
};

/** Dependencies of routes that are made by the pipeline alone. */
type PipelineParts = Pick<
  AppDeps,
  | 'session'
  | 'transcript'
  | 'processing'
  | 'result'
  | 'correction'
  | 'export'
  | 'notes'
  | 'option'
  | 'role'
  | 'upload'
  | 'recording'
  | 'player'
>;

type Pipeline = {
  parts: PipelineParts;
  health: Pick<AppDeps['health'], 'transcriptionState' | 'languageModel' | 'clockState'>;
  shared: Pick<AppDeps['auth'], 'quota'> &
    Pick<AppDeps['user'], 'corrections'> &
    Pick<AppDeps['pairing'], 'pairings'> & {
      options: ReturnType<typeof createOptionStore>;
      reports: ReturnType<typeof createReports>;
    };
  /** Returns running jobs to the queue and takes no new ones. */
  close(): Promise<void>;
};

/**
 * Composes storage, queue, engines and keepers. All of them run when it returns.
 * @throws ConfigError if a model is missing
 */
export async function openPipeline(options: PipelineOptions): Promise<Pipeline> {
  const { config, db, clock, log } = options;
  const { dataDir, modelsDirs } = config;
  const transcription = openEngine(config, log);
  const diarizer = createDiarizer({ modelsDirs });
  const tmpDir = join(dataDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });

  const stores = createStores(options);
  const { storage, sessions, transcripts, suggestions } = stores;
  const { engines, languageModel, close: closeTextEngines } = openTextEngines(config, log);
  const corrector = createCorrector({
    db,
    transcriptOf: transcripts.latest,
    suggestions,
    model: languageModel,
  });
  const feed = createResultFeed();
  const roleOf = createRoleOf(stores);
  const choice = createChoice({ options: stores.options, roleOf, hasModel: engines.llm !== null });
  const tenantOf = options.domains.tenantOfKey;
  const asks = createAsks({ db, choice, tenantOf, engines, hasCorrector: true });
  const followUps = createFollowUps({ clock, asks, corrector });
  const queue = openQueue(options, {
    stores,
    followUps,
    feed,
    engines,
    corrector,
    diarizer,
    tmpDir,
    engine: transcription.engine,
  });
  const sweepClock = createSweepClock({ db, clock, log });
  const sweeping: Sweeping = {
    sweepTime: sweepClock.sweepTime,
    ...(options.sweepEveryMs ? { everyMs: options.sweepEveryMs } : {}),
  };
  const uploadKeeper = createUploadKeeper({ storage, uploads: stores.uploads, clock, log, ...sweeping });
  await transcription.start();
  transcription.onReady(() => queue.poke());
  await queue.start();
  const edits = createTranscriptEditing(db, clock);
  const clear = async (sessionId: string): Promise<void> => {
    edits.forget(sessionId);
    await stores.pairings.endSession(sessionId);
    await clearSession({ queue, sessions, uploads: stores.uploads, storage }, sessionId);
    feed.endSession(sessionId);
  };
  const reports = createReports({ clock });
  const indexer = createIndexer(db, log);
  const keepers = [uploadKeeper, ...openKeepers(options, { stores, clear, sweeping, indexer })];

  return {
    parts: partsOf(options, {
      stores,
      queue,
      engineName: transcription.engine.name,
      asks,
      choice,
      roleOf,
      followUps,
      feed,
      edits,
      clear,
      reports,
      search: createSearch({ db, indexer }),
      languageModel,
    }),
    health: { transcriptionState: transcription.state, languageModel, clockState: sweepClock.state },
    shared: sharedOf(stores, reports),
    async close() {
      feed.close();
      stores.pairings.shut();
      await queue.close();
      const closing = [transcription, diarizer, reports, corrector, ...keepers];
      await Promise.all([...closing.map((part) => part.close()), closeTextEngines()]);
    },
  };
}

type Stores = ReturnType<typeof createStores>;
type Sweeping = { sweepTime: ReturnType<typeof createSweepClock>['sweepTime']; everyMs?: number };

const createStores = ({ config, domains, db, clock, log }: PipelineOptions) => ({
  storage: createDiskStore(config.dataDir),
  sessions: createSessionStore(db, clock),
  uploads: createUploadStore(db, clock),
  adoptions: createAdoptionStore(db),
  quota: createQuotaStore(db, async (host) => (await domains.tenantOfKey(host)).limits.quotaBytes),
  transcripts: createTranscriptStore(db, clock),
  suggestions: createSuggestionStore(db),
  results: createResultStore(db),
  corrections: createCorrectionStore(db, clock),
  speeds: createSpeedStore(db, clock),
  options: createOptionStore(db, clock),
  roles: createRoleStore(db),
  users: createUserStore(db, clock),
  seekable: createSeekableStore(db),
  pairings: openPairings({ db, clock, log, dataDir: config.dataDir }),
});

const sharedOf = (
  { quota, corrections, options, pairings }: Stores,
  reports: Pipeline['shared']['reports'],
): Pipeline['shared'] => ({ quota, corrections, options, pairings, reports });

/** Opens the queue with the three jobs that the server knows. It is not started. */
function openQueue(
  { config, domains, db, clock, log, queueTimes = {} }: PipelineOptions,
  work: {
    stores: Stores;
    followUps: ReturnType<typeof createFollowUps>;
    feed: ReturnType<typeof createResultFeed>;
    engines: ReturnType<typeof openTextEngines>['engines'];
    corrector: ReturnType<typeof createCorrector>;
    diarizer: ReturnType<typeof createDiarizer>;
    engine: ReturnType<typeof openEngine>['engine'];
    tmpDir: string;
  },
) {
  const { stores, followUps, feed, engines, corrector, diarizer, engine, tmpDir } = work;
  const { sessions, storage, transcripts, speeds, options, seekable } = stores;
  const makeResults = createProcessJob({
    db,
    clock,
    sessions,
    transcriptOf: transcripts.latest,
    options,
    engines,
    corrector,
    speeds,
    feed,
  });
  const transcribe = createTranscribeJob({
    db,
    clock,
    log,
    followUps,
    sessions,
    storage,
    transcripts,
    diarizer,
    tmpDir,
    engine,
    speeds,
    vocabularyOf: createVocabulary(db),
  });
  const makeSeekable = createMakeSeekableJob({
    sessions,
    seekable,
    storage,
    tmpDir,
    clock,
    log,
    formatOf: async (host) => (await domains.tenantOfKey(host)).mp3,
  });
  return createQueue({
    db,
    handlers: [transcribe, makeResults, makeSeekable],
    clock,
    log,
    slots: { transcription: config.transcriptionSlots, results: resultSlots },
    ...queueTimes,
  });
}

function openKeepers(
  { config, db, clock, log }: PipelineOptions,
  {
    stores,
    clear,
    sweeping,
    indexer,
  }: {
    stores: Stores;
    clear(sessionId: string): Promise<void>;
    sweeping: Sweeping;
    indexer: ReturnType<typeof createIndexer>;
  },
) {
  const { storage, sessions, corrections, seekable } = stores;
  return [
    createRetentionKeeper({
      storage,
      sessions,
      clear,
      clock,
      log,
      ...sweeping,
      retention: createRetentionStore(db, clock),
      logins: createOidcModelStore(db, clock),
      jobs: createJobStore(db),
      corrections,
      outbox: createOutboxStore(db),
      pairings: stores.pairings,
      runs: createRetentionRunStore(db, clock),
      reclaim: createReclaim({
        log,
        indexer,
        waste: createWasteStore(db),
        compact: (signal) => compactDatabase(join(config.dataDir, databaseName), { log, signal }),
      }),
    }),
    createIndexKeeper({ indexer, log }),
    createPurgeKeeper({ indexer, log }),
    createThumbnailKeeper({ thumbnails: createThumbnailStore(db), storage, log }),
    createSeekableKeeper({ seekable, clock, log }),
  ];
}

function partsOf(
  { config, db, clock }: PipelineOptions,
  {
    stores,
    ...work
  }: {
    stores: Stores;
    choice: Choice;
    roleOf: PipelineParts['role']['roleOf'];
    search: PipelineParts['session']['search'];
    edits: PipelineParts['session']['edits'];
    clear: PipelineParts['session']['clear'];
    reports: PipelineParts['export']['reports'];
    languageModel: PipelineParts['notes']['languageModel'];
    feed: ReturnType<typeof createResultFeed>;
  } & Pick<PipelineParts['processing'], 'engineName' | 'asks' | 'queue'> & {
      followUps: ReturnType<typeof createFollowUps>;
    },
): PipelineParts {
  const { storage, sessions, uploads, adoptions, quota, transcripts, results, options, suggestions } = stores;
  const { queue, followUps, feed } = work;
  const detail = createDetailReader({ db, clock, progressOf: queue.progressOf });
  const uploadLocks = createUploadLocks();
  const users = createUserStore(db, clock);
  return {
    session: {
      detail,
      clock,
      sessions,
      search: work.search,
      edits: work.edits,
      clear: work.clear,
      choice: work.choice,
    },
    transcript: { db, clock, sessions, transcripts },
    processing: {
      detailOf: detail.detailOf,
      db,
      clock,
      queue,
      engineName: work.engineName,
      asks: work.asks,
      followUps,
      feed,
    },
    result: { sessions, transcripts, results, options, feed, users },
    correction: { sessions, suggestions },
    export: { detailOf: detail.detailOf, sessions, reports: work.reports },
    notes: { sessions, transcriptOf: transcripts.latest, languageModel: work.languageModel },
    option: { choice: work.choice },
    role: { roleOf: work.roleOf, users: stores.users },
    upload: {
      storage,
      uploads,
      uploadLocks,
      adoptions,
      quota,
      sessions,
      clock,
      environment: config.environment,
    },
    recording: {
      db,
      clock,
      sessions,
      uploads,
      uploadLocks,
      adoptions,
      storage,
      queue,
      followUps,
      audioExaminer: createAudioExaminer(storage),
      recorded: stores.pairings.recorded,
    },
    player: { clock, sessions, storage, mediaKey: loadMediaKey(config.dataDir), users },
  };
}
