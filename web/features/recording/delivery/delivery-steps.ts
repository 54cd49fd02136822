import { adoptedUploadSchema, type AdoptedUpload } from '#api/contract/upload.ts';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { problemOf, type Problem } from '#web/lib/api-error.ts';
import { failureOf, isPassing, tryAgainAfterMs } from './retry.rules.ts';
import type { UploadOutcomes } from './upload-outcome.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import { withDictated } from '#web/parts/recording/dictated-text.rules.ts';
import type { ServerPort } from '#web/features/recording/recording-deps.ts';
import { recordingMetadata } from './recording-metadata.rules.ts';
import {
  isOtherBytes,
  type SendingEvent,
  type SendingStage,
} from '#web/features/recording/recording-stage.rules.ts';

export type StepDeps = {
  recorder(): Recorder;
  outcomes(): UploadOutcomes;
  server: Pick<ServerPort, 'createSession' | 'complete'>;
  /** Resolves at once if the person is signed in, else after the next sign-in. */
  signedIn(): Promise<void>;
  /**
   * Ends a running or kept recording and returns its length and digest. Rejects with `recording.no_audio` if it has no sound.
   */
  lastFrames(segment: RecordingSegment): Promise<Finished>;
  /** What follows on a recording without sound: `empty` goes back to the microphone, `soundless` saves only its notes. */
  whenEmpty(segment: RecordingSegment): 'empty' | 'soundless';
  sound(segment: RecordingSegment): Promise<SoundAnalysis | null>;
  /** Receives the recording with the sound beyond an adopted upload; called again when the step is repeated. */
  onRest(record: RecordingRecord, finished: Finished): void;
  /** Reports the failure of a call that is repeated; null when the call has succeeded. */
  onProblem(segment: RecordingSegment, problem: Problem | null): void;
  /** Delays before the first, second … repetition of a call, ms; the last one is used for all further ones. */
  againAfterMs: readonly number[];
  /** Resolves after `ms`, or earlier when the connection is back or the person asks for a retry. */
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
};

export class DeliveryError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The work of each stage after Stop. A step rejects with an error that has a `code`; then it can be repeated. */
export type DeliverySteps = Record<SendingStage, (segment: RecordingSegment) => Promise<SendingEvent>>;

export function createDeliverySteps(deps: StepDeps): DeliverySteps {
  const { server, signal } = deps;
  const adoptions = new Map<RecordingSegment, AdoptedUpload>();
  /** Recordings whose session already has audio. If the answer to `recording-complete` was lost, this audio is their own. */
  const completed = new Set<RecordingSegment>();

  /** Repeats `work` while it fails because of a missing connection, server or sign-in. */
  async function persistently<T>(segment: RecordingSegment, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await deps.signedIn();
        const result = await work();
        deps.onProblem(segment, null);
        return result;
      } catch (error) {
        if (signal.aborted || !isPassing(failureOf(error))) throw error;
        deps.onProblem(segment, problemOf(error));
        await deps.pause(tryAgainAfterMs(attempt, deps.againAfterMs));
      }
    }
  }

  const idOf = ({ record }: RecordingSegment): string => {
    if (!record) throw new DeliveryError('recording.not_kept');
    return record.id;
  };

  /** Creates a new session for a recording; its idempotency key is stored first. */
  async function createOwnSession(segment: RecordingSegment): Promise<string> {
    const { record } = segment;
    if (!record) throw new DeliveryError('recording.not_kept');
    const storeKey = async (sessionKey: string): Promise<string> => {
      await deps.recorder().annotate({ id: record.id, sessionKey });
      record.sessionKey = sessionKey;
      return sessionKey;
    };
    const sessionId = await createWithKey(record.sessionKey ?? (await storeKey(crypto.randomUUID())), {
      create: (key) => persistently(segment, () => server.createSession(record.session, key, signal)),
      storeKey,
    });
    segment.toSession(sessionId);
    record.sessionKey = null;
    return sessionId;
  }

  async function tellServer(
    segment: RecordingSegment,
    sessionId: string,
    adopted: { id: string; of: AdoptedUpload } | null,
  ) {
    const { record, finished } = segment;
    if (!record || !finished) throw new DeliveryError('recording.not_kept');
    const sound = await deps.sound(segment);
    signal.throwIfAborted();
    const { mode, startedAtMs } = record;
    const partsSent = deps.outcomes().send(finished.id)?.partsStored ?? 0;
    const whole = { durationS: finished.durationS, bytes: finished.bytes, sha256: finished.sha256 };
    const { durationS, bytes, sha256 } = adopted
      ? { durationS: adopted.of.duration, bytes: adopted.of.bytes, sha256: adopted.of.sha256 }
      : whole;
    const metadata = recordingMetadata(
      {
        durationS,
        bytes,
        sha256,
        mode,
        startedAtMs,
        parts: partsSent,
        markers: segment.markers.filter(({ at }) => !adopted || at <= durationS),
        dictated: segment.dictated.filter(({ start }) => !adopted || start < durationS),
      },
      sound,
    );
    const told = adopted ? { ...metadata, adopted: adopted.id } : metadata;
    const peaks = sound?.peaks ?? new Int8Array(0);
    await persistently(segment, () => server.complete(sessionId, told, peaks, signal));
  }

  return {
    async finishing(segment) {
      if (segment.finished) return 'ended';
      try {
        const finished = await deps.lastFrames(segment);
        segment.finished ??= finished;
        return 'ended';
      } catch (error) {
        if (problemOf(error).code !== 'recording.no_audio') throw error;
        // If `finished` is set, the recording reached the longest length meanwhile: only the next recording has no sound.
        return segment.finished ? 'ended' : deps.whenEmpty(segment);
      }
    },

    async noting(segment) {
      const said = withDictated('', segment.dictated);
      if (!segment.notes.endsWith(said)) segment.setNotes(withDictated(segment.notes, segment.dictated));
      if (segment.notes !== '' && segment.sessionId === null) await createOwnSession(segment);
      if (segment.notes !== '') await persistently(segment, () => segment.saveNotes());
      return 'noted';
    },

    async uploading(segment) {
      const { code, finished, adopted } = await deps.outcomes().outcome(idOf(segment));
      signal.throwIfAborted();
      if (adopted) adoptions.set(segment, adopted);
      if (code === 'upload.already_complete') completed.add(segment);
      if (code !== null) throw new DeliveryError(code);
      segment.finished = finished ?? segment.finished;
      return 'sent';
    },

    async completing(segment) {
      const { sessionId } = segment;
      if (sessionId === null) throw new DeliveryError('session.not_found');
      const sound = deps.sound(segment);
      await persistently(segment, () => segment.saveNotes());
      await sound;
      try {
        await tellServer(segment, sessionId, null);
      } catch (error) {
        const { success, data } = adoptedUploadSchema.safeParse((error as { body?: unknown }).body);
        if (success) adoptions.set(segment, data);
        // The session's audio belongs to another recording.
        if (completed.has(segment) && isOtherBytes(problemOf(error).code))
          throw new DeliveryError('upload.already_complete');
        throw error;
      }
      return 'completed';
    },

    async resending(segment) {
      deps.outcomes().again(idOf(segment));
      await deps.recorder().sendAnew(idOf(segment));
      return 'resent';
    },

    async rehousing(segment) {
      const sessionId = await createOwnSession(segment);
      if (!segment.finished) return 'soundless';
      deps.outcomes().again(idOf(segment));
      await deps.recorder().sendAnew(idOf(segment), sessionId);
      return 'housed';
    },

    async joining(segment) {
      const adopted = adoptions.get(segment);
      if (!adopted) throw new DeliveryError('upload.adopted');
      const split = await deps.recorder().splitOff(idOf(segment), adopted);
      if (split.is === 'other') {
        if (segment.record) segment.record.session = split.session;
        return 'rehouse';
      }
      // The rest comes first: if a call below fails, the page still waits for it.
      if (split.is === 'rest') deps.onRest(split.record, split.finished);
      await persistently(segment, () => segment.saveNotes());
      await tellServer(segment, adopted.session_id, { id: split.uploadId, of: adopted });
      return 'joined';
    },

    async clearing(segment) {
      // If removal fails, the copy is listed and sent again, and the server answers again that it has it.
      await deps
        .recorder()
        .remove(idOf(segment), segment.seen())
        .catch(() => {});
      return 'cleared';
    },
  };
}
