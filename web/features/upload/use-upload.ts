import { localStore } from '#web/lib/browser-storage.ts';
import { apiHeaders } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { openDraftDevice } from '#web/features/draft/index.ts';
import { createDraftRun } from '#web/parts/draft/draft-run.state.ts';
import { openFileWindows } from '#workers/preview/file-windows.client.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { cutMp3 } from '#workers/file/cut-mp3.client.ts';
import { encodeMp3 } from '#workers/file/encode-file.client.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import { keepIsFree, openKeep } from '#workers/keep/keep.client.ts';
import type { KeepScope } from '#workers/keep/keep.contract.ts';
import { probeFile } from '#workers/media/media.client.ts';
import { completeRecording } from '#web/parts/recording/complete-recording.ts';
import { readMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { createLocalWorkStore } from './local/local-work-store.ts';
import { createEditsStore } from './local/local-edits.ts';
import { forgetUpload, sendFile } from './send/send-file.ts';
import { createFileDraft } from './draft/file-draft.state.ts';
import { createUpload } from './upload.state.ts';
import type { Upload } from './upload.state.ts';

export const useUpload = (
  scope: KeepScope,
  { language, settings }: { settings: Mp3Settings; language: string },
): Upload | null =>
  useOwned(scope.sessionId, () =>
    createUpload({
      maxBytes: readMaxUploadBytes,
      settings,
      sessionId: scope.sessionId,
      localWork: createLocalWorkStore({
        openKeep: () => openKeep(scope),
        async keepIsFree(signal) {
          await keepIsFree(scope, signal);
          await becomesVisible(signal);
        },
        edits: createEditsStore(scope),
        now: () => Date.now(),
      }),
      fileDraft: createFileDraft({
        device: openDraftDevice(),
        openWindows: openFileWindows,
        createRun: createDraftRun,
        language,
        cores: navigator.hardwareConcurrency,
      }),
      probe: probeFile,
      analyse: analyseFile,
      encode: encodeMp3,
      cut: cutMp3,
      send: (mp3, options) =>
        sendFile(mp3, {
          ...options,
          headers: apiHeaders,
          timings: sendTimings(),
          storage: localStore,
          now: () => Date.now(),
        }),
      forget: (upload) => forgetUpload(upload, localStore),
      complete: (metadata, peaks, signal) => completeRecording(scope.sessionId, metadata, peaks, signal),
      now: () => Date.now(),
      onFailure: (error) => log.warn('upload.failed', { error: String(error) }),
    }),
  );

/**
 * Resolves when this tab is visible. A hidden tab must not take over the session, because the tab that had it may only
 * be reloading.
 */
function becomesVisible(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => document.visibilityState === 'visible' && resolve();
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  look();
  return promise;
}
