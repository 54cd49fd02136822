import { apply } from '#web/features/upload/upload-events.ts';
import type { Upload, UploadDeps } from '#web/features/upload/upload-shape.ts';
import { mustRestart } from '#web/features/upload/upload.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import { ApiError, problemOf } from '#web/lib/api-error.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { SendingFile } from './send-file.ts';
import { mp3Name, toMetadata } from './upload-metadata.rules.ts';

export type Transfer = Pick<Upload, 'retryNow' | 'stopSending' | 'resumeSending'> & {
  /** Sends the mp3 and completes the recording on the server. Rejects if either fails. */
  run(sent: { name: string; analysis: Analysis; sound: EncodedMp3 }, signal: AbortSignal): Promise<void>;
};

type TransferDeps = Pick<UploadDeps, 'sessionId' | 'send' | 'forget' | 'complete' | 'now' | 'fileDraft'> & {
  state: UploadState;
  /** Called when the server has the recording. */
  onCompleted(): Promise<void>;
};

/** Sends the mp3 of an upload to the server. */
export function createTransfer(deps: TransferDeps): Transfer {
  const { state } = deps;
  let sending: SendingFile | null = null;
  return {
    retryNow: () => sending?.retryNow(),
    stopSending: () => sending?.stop(),
    resumeSending: () => sending?.resume(),
    async run({ name, analysis, sound }, signal) {
      const metadata = { session_id: deps.sessionId, file_name: mp3Name(name), file_type: 'audio/mpeg' };
      const { sha256 } = sound;
      try {
        apply(state, { type: 'sending', bytesTotal: sound.bytes, atMs: deps.now() });
        const onState = (send: SendState) => !signal.aborted && apply(state, { type: 'sent', send });
        sending = deps.send(sound.mp3, { metadata, sha256, signal, onState });
        await sending.done;
        const parts = state.sending?.partsStored ?? 0;
        apply(state, { type: 'completing' });
        const written = await deps.fileDraft.written(analysis.durationS, signal);
        const completion = toMetadata({ sound, analysis, parts, written });
        await deps.complete(completion.metadata, completion.peaks, signal);
        apply(state, { type: 'completed' });
        deps.forget({ metadata, sha256 });
        await deps.onCompleted();
      } catch (error) {
        const { code } = problemOf(error);
        // The session has other audio, which another tab or device has sent. Another try would fail in the same way.
        if (code === 'recording.digest_mismatch' && sending?.hadSound())
          throw new ApiError('upload.already_complete', 409, null, error);
        if (!signal.aborted && mustRestart(code)) {
          deps.forget({ metadata, sha256 });
          state.sending = null;
        }
        throw error;
      } finally {
        sending = null;
      }
    },
  };
}
