import { apiHeaders } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { analyseFile } from '#workers/analysis/analysis.client.ts';
import { cutMp3 } from '#workers/encode/cut-mp3.client.ts';
import { encodeMp3 } from '#workers/encode/encode.client.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import { openKeep } from '#workers/encode/keep.client.ts';
import type { KeepScope } from '#workers/encode/keep.contract.ts';
import { probeFile } from '#workers/media/media.client.ts';
import { completeRecording } from './complete-recording.ts';
import { forgetUpload, sendFile } from './send-file.ts';
import { createUpload } from './upload.state.ts';
import type { Upload } from './upload.state.ts';

/** The upload of one session, for as long as its panel is shown. */
export const useUpload = (
  scope: KeepScope,
  limit: { maxBytes: number; settings: Mp3Settings },
): Upload | null =>
  useOwned(scope.sessionId, () =>
    createUpload({
      ...limit,
      sessionId: scope.sessionId,
      keep: openKeep(scope),
      probe: probeFile,
      analyse: analyseFile,
      encode: encodeMp3,
      cut: cutMp3,
      send: (mp3, options) =>
        sendFile(mp3, {
          ...options,
          headers: apiHeaders,
          timings: sendTimings(),
          storage: localStorage,
          now: () => Date.now(),
        }),
      forget: (upload) => forgetUpload(upload, localStorage),
      complete: (metadata, peaks, signal) => completeRecording(scope.sessionId, metadata, peaks, signal),
      now: () => Date.now(),
      onFailure: (error) => log.warn('upload.failed', { error: String(error) }),
    }),
  );
