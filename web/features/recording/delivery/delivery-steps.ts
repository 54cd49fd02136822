import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import { type CompletionStepsInput, createCompletionSteps } from './completion-steps.ts';
import { type DeliverySteps, recordOf } from './delivery-step.ts';
import { createEndSteps, type EndStepsInput } from './end-steps.ts';
import { createNotesSaving } from './notes-saving.ts';
import { prepareOwnSession } from './own-session.ts';
import { createRetries, type RetriesInput } from './retry.ts';
import type { UploadOutcomes } from './upload-outcome.ts';
import { createUploadSteps, type UploadAnswers } from './upload-steps.ts';

/** The calls to the server that the delivery of a recording makes. */
export type DeliveryServer = Pick<
  ServerPort,
  'createSession' | 'complete' | 'whenFinished' | 'isFinished' | 'leaveRest'
>;

type DeliveryStepsInput = RetriesInput &
  Pick<EndStepsInput, 'lastFrames' | 'whenEmpty'> &
  Pick<CompletionStepsInput, 'recorder' | 'sound' | 'draftWritten' | 'onRest'> & {
    server: DeliveryServer;
    outcomes(): UploadOutcomes;
  };

export function createDeliverySteps(input: DeliveryStepsInput): DeliverySteps {
  const { recorder, server, outcomes, signal } = input;
  const answers: UploadAnswers = { adopted: new Map(), alreadyComplete: new Set() };
  const withRetries = createRetries(input);
  const createOwnSession = prepareOwnSession({ recorder, server, withRetries, signal });
  const { lastFrames, whenEmpty, sound, draftWritten, onRest } = input;
  const notesSaving = createNotesSaving({ server, withRetries });
  const partsSent = (recordId: string) => outcomes().send(recordId)?.partsStored ?? 0;
  return {
    ...createEndSteps({ lastFrames, whenEmpty, createOwnSession, notesSaving }),
    ...createUploadSteps({ recorder, outcomes, answers, createOwnSession, server, signal }),
    ...createCompletionSteps({
      recorder,
      server,
      answers,
      sound,
      draftWritten,
      partsSent,
      onRest,
      notesSaving,
      withRetries,
      signal,
    }),
    async clearing(segment) {
      // If the removal fails, the copy stays in the list and is sent again. The server then answers again that it has
      // the recording.
      await recorder()
        .remove(recordOf(segment).id, segment.seen())
        .catch(() => {});
      return 'cleared';
    },
  };
}
