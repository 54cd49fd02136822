import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { DeliveryError, type DeliverySteps, recordOf } from './delivery-step.ts';
import type { CreateOwnSession } from './own-session.ts';
import type { UploadOutcomes } from './upload-outcome.ts';

/** Answers of the server to uploads, which the completion needs. */
export type UploadAnswers = {
  /** Uploads that the server completed without this device (`upload.adopted`). */
  adopted: Map<RecordingSegment, AdoptedUpload>;
  /**
   * Recordings whose session already has audio. If the answer to `recording-complete` was lost, that audio comes from
   * the recording itself.
   */
  alreadyComplete: Set<RecordingSegment>;
};

type UploadStepsInput = {
  recorder(): Recorder;
  outcomes(): UploadOutcomes;
  answers: UploadAnswers;
  createOwnSession: CreateOwnSession;
  server: Pick<ServerPort, 'whenFinished'>;
  signal: AbortSignal;
};

/** The outcome if the server has the recording already. `recording-complete` checks whether that is the same recording. */
const nothingToSend = { code: null, finished: null, adopted: null };

/** Creates the steps that wait for the upload of the audio, or begin it again. */
export function createUploadSteps({
  recorder,
  outcomes,
  answers,
  createOwnSession,
  server,
  signal,
}: UploadStepsInput): Pick<DeliverySteps, 'uploading' | 'resending' | 'rehousing'> {
  return {
    async uploading(segment) {
      const { id } = recordOf(segment);
      const over = new AbortController();
      const { code, finished, adopted } = await Promise.race([
        outcomes().outcome(id),
        server.whenFinished(AbortSignal.any([signal, over.signal])).then(() => nothingToSend),
      ]).finally(() => over.abort());
      signal.throwIfAborted();
      if (adopted) answers.adopted.set(segment, adopted);
      if (code === 'upload.already_complete') answers.alreadyComplete.add(segment);
      if (code !== null) throw new DeliveryError(code);
      segment.finished = finished ?? segment.finished;
      return 'sent';
    },

    async resending(segment) {
      const { id } = recordOf(segment);
      outcomes().again(id);
      await recorder().sendAnew(id);
      return 'resent';
    },

    async rehousing(segment) {
      const sessionId = await createOwnSession(segment);
      if (!segment.finished) return 'soundless';
      const { id } = recordOf(segment);
      outcomes().again(id);
      await recorder().sendAnew(id, sessionId);
      return 'housed';
    },
  };
}
