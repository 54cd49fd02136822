import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Db } from '#api/db/open.ts';
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
import type { Log } from '#api/lib/log.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { createAsks } from '#api/processing/ask.ts';
import { createFollowUps } from '#api/processing/follow-ups.ts';
import { createProcessJob } from '#api/processing/process.job.ts';
import { loadMediaKey } from '#api/player/media-token.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { createMakeSeekableJob } from '#api/recording/make-seekable.job.ts';
import { createSeekableKeeper } from '#api/recording/seekable-keeper.ts';
import { createAudioLooker, createSeekableStore } from '#api/recording/seekable.store.ts';
import { createRetentionKeeper } from '#api/retention/retention-keeper.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { createRetentionRunStore } from '#api/retention/run.store.ts';
import { createSweepClock } from '#api/retention/sweep-time.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import { createResultStore } from '#api/result/result.store.ts';
import { createIndexer, createIndexKeeper, createPurgeKeeper } from '#api/search/indexer.ts';
import { createSearch } from '#api/search/search.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createThumbnailKeeper } from '#api/session/thumbnail-keeper.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { createEditStore } from '#api/transcript/edit.store.ts';
import { createTranscribeJob } from '#api/transcription/transcribe.job.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createVocabulary } from '#api/transcript/vocabulary.ts';
import { createAdoptionStore } from '#api/upload/adoption.store.ts';
import { createUploadKeeper } from '#api/upload/upload-keeper.ts';
import { createQuotaStore } from '#api/upload/quota.store.ts';
import { createUploadLocks } from '#api/upload/upload-locks.ts';
import { createUploadStore } from '#api/upload/upload.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';

/** Results at once: what a language model does takes long, and another one is not to wait for it. */
const wordSlots = 2;

export type LineOptions = {
  config: EngineConfig & LanguageModelConfig & Pick<Config, 'dataDir' | 'quotaBytes' | 'mp3'>;
  db: Db;
  clock: Clock;
  log: Log;
  /** How fast the queue ticks; tests shorten it. */
  queueTimes?: Pick<QueueOptions, 'tickMs' | 'leaseMs' | 'heartbeatMs' | 'recheckMs'>;
  /** How often the sweeps look for what has expired, ms; tests shorten it. */
  sweepEveryMs?: number;
};

export type Line = Awaited<ReturnType<typeof openLine>>;

/**
 * The way of a recording through the server, composed: storage, uploads, the queue, the engine and its model. Running when
 * this answers; `close` parks what runs.
 * @throws ConfigError when there is no such model
 */
export async function openLine({ config, db, clock, log, queueTimes = {}, sweepEveryMs }: LineOptions) {
  const { dataDir, modelsDirs, transcriptionSlots } = config;
  const transcription = openEngine(config, log);
  const diarizer = createDiarizer({ modelsDirs });
  const tmpDir = join(dataDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });

  const storage = createDiskStore(dataDir);
  const sessions = createSessionStore(db, clock);
  const uploads = createUploadStore(db, clock);
  const transcripts = createTranscriptStore(db, clock);
  const corrections = createCorrectionStore(db, clock);
  const speeds = createSpeedStore(db, clock);
  const options = createOptionStore(db, clock);
  const { engines, languageModel, close: closeTextEngines } = openTextEngines(config, log);
  const suggestions = createSuggestionStore(db);
  const transcriptOf = transcripts.latest;
  const corrector = createCorrector({ db, transcriptOf, suggestions, model: languageModel });
  const feed = createResultFeed();
  const asks = createAsks({ db, options, engines, hasCorrector: true });
  const followUps = createFollowUps({ db, clock, asks, corrector });
  const makeResults = createProcessJob({
    db,
    clock,
    sessions,
    transcriptOf,
    options,
    engines,
    corrector,
    speeds,
    feed,
  });
  const transcribe = createTranscribeJob({
    db,
    clock,
    followUps,
    log,
    sessions,
    storage,
    transcripts,
    diarizer,
    tmpDir,
    engine: transcription.engine,
    speeds,
    vocabularyOf: createVocabulary(db),
  });
  const seekable = createSeekableStore(db);
  const makeSeekable = createMakeSeekableJob({
    sessions,
    seekable,
    storage,
    tmpDir,
    clock,
    log,
    format: config.mp3,
  });
  const queue = createQueue({
    db,
    handlers: [transcribe, makeResults, makeSeekable],
    clock,
    log,
    slots: { sound: transcriptionSlots, words: wordSlots },
    ...queueTimes,
  });
  const sweepClock = createSweepClock({ db, clock, log });
  const sweeping = { sweepTime: sweepClock.sweepTime, ...(sweepEveryMs && { everyMs: sweepEveryMs }) };
  const uploadKeeper = createUploadKeeper({ storage, uploads, clock, log, ...sweeping });
  await transcription.start();
  transcription.onReady(() => queue.poke());
  await queue.start();
  const edits = createEditStore(db, clock);
  const clear = async (sessionId: string): Promise<void> => {
    edits.forget(sessionId);
    await clearSession({ queue, sessions, uploads, storage }, sessionId);
    feed.endSession(sessionId);
  };
  const retentionKeeper = createRetentionKeeper({
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
    runs: createRetentionRunStore(db, clock),
  });
  const reports = createReports({ clock });
  const indexer = createIndexer(db, log);
  const indexKeeper = createIndexKeeper({ indexer, log });
  const purgeKeeper = createPurgeKeeper({ indexer, log });
  const thumbnailKeeper = createThumbnailKeeper({ sessions, storage, log });
  const seekableKeeper = createSeekableKeeper({ seekable, clock, log });

  return {
    storage,
    audioLooker: createAudioLooker(storage),
    sessions,
    search: createSearch({ db, indexer }),
    uploads,
    adoptions: createAdoptionStore(db),
    uploadLocks: createUploadLocks(),
    quota: createQuotaStore(db, config.quotaBytes),
    queue,
    engineName: transcription.engine.name,
    mediaKey: loadMediaKey(dataDir),
    transcriptionState: transcription.state,
    clockState: sweepClock.state,
    progressOf: queue.progressOf,
    transcriptOf,
    options,
    /** null: nothing but extraction makes results. */
    languageModel,
    hasModel: engines.llm !== null,
    asks,
    followUps,
    feed,
    suggestions,
    transcripts,
    edits,
    results: createResultStore(db),
    reports,
    corrections,
    clear,
    /** Running jobs are parked where they stand; nothing new is taken. */
    async close(): Promise<void> {
      feed.close();
      await queue.close();
      const keepers = [
        uploadKeeper,
        retentionKeeper,
        indexKeeper,
        purgeKeeper,
        thumbnailKeeper,
        seekableKeeper,
      ];
      const parts = [transcription, diarizer, reports, corrector, ...keepers];
      await Promise.all([...parts.map((part) => part.close()), closeTextEngines()]);
    },
  };
}
