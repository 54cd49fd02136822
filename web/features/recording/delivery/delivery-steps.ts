import { adoptedUploadSchema, type AdoptedUpload } from '#api/contract/upload.ts';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { problemOf, type Problem } from '#web/lib/api-error.ts';
import { failureOf, isPassing, tryAgainAfterMs } from './retry.rules.ts';
import type { Outbox } from './upload-outcome.ts';
import type { Part } from '#web/features/recording/segment/recording-segment.ts';
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
  outbox(): Outbox;
  server: Pick<ServerPort, 'createSession' | 'complete'>;
  /** Resolves at once if the person is signed in, else after the next sign-in. */
  signedIn(): Promise<void>;
  /** Ends a running or kept recording and returns its length and digest. Rejects with `recording.no_audio` if it has no sound. */
  lastFrames(part: Part): Promise<Finished>;
  /** What follows on a recording without sound: `empty` goes back to the microphone, `soundless` saves only its notes. */
  whenEmpty(part: Part): 'empty' | 'soundless';
  sound(part: Part): Promise<SoundAnalysis | null>;
  /** Gets the recording that holds what the device had beyond an adopted upload; called again when the step is repeated. */
  onRest(record: RecordingRecord, finished: Finished): void;
  /** Tells the failure of a call that is repeated; null when the call has succeeded. */
  onProblem(part: Part, problem: Problem | null): void;
  /** Delays before the first, second … repetition of a call, ms; the last one is used for all further ones. */
  againAfterMs: readonly number[];
  /** Resolves after `ms`, or earlier when the connection is back or the person asks for a retry. */
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
};

/** A failure whose code the person is shown. */
export class SendingError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The work of each stage after Stop. A step rejects with an error that has a `code`, and can be called again after it. */
export type SendingSteps = Record<SendingStage, (part: Part) => Promise<SendingEvent>>;

export function createSendingSteps(deps: StepDeps): SendingSteps {
  const { server, signal } = deps;
  /** What the server adopted, by recording. */
  const adoptions = new Map<Part, AdoptedUpload>();
  /** Recordings whose session already has audio. It is their own if the answer to `recording-complete` was lost. */
  const completed = new Set<Part>();

  /** Calls `work` until it does not fail for want of a connection, a server or a sign-in. */
  async function persistently<T>(part: Part, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await deps.signedIn();
        const result = await work();
        deps.onProblem(part, null);
        return result;
      } catch (error) {
        if (signal.aborted || !isPassing(failureOf(error))) throw error;
        deps.onProblem(part, problemOf(error));
        await deps.pause(tryAgainAfterMs(attempt, deps.againAfterMs));
      }
    }
  }

  const idOf = ({ record }: Part): string => {
    if (!record) throw new SendingError('recording.not_kept');
    return record.id;
  };

  /** Creates a new session for a recording; its key is stored first. */
  async function createOwnSession(part: Part): Promise<string> {
    const { record } = part;
    if (!record) throw new SendingError('recording.not_kept');
    const storeKey = async (sessionKey: string): Promise<string> => {
      await deps.recorder().annotate({ id: record.id, sessionKey });
      record.sessionKey = sessionKey;
      return sessionKey;
    };
    const sessionId = await createWithKey(record.sessionKey ?? (await storeKey(crypto.randomUUID())), {
      create: (key) => persistently(part, () => server.createSession(record.session, key, signal)),
      storeKey,
    });
    part.toSession(sessionId);
    record.sessionKey = null;
    return sessionId;
  }

  async function tellServer(
    part: Part,
    sessionId: string,
    adopted: { id: string; of: AdoptedUpload } | null,
  ) {
    const { record, finished } = part;
    if (!record || !finished) throw new SendingError('recording.not_kept');
    const sound = await deps.sound(part);
    signal.throwIfAborted();
    const { mode, startedAtMs } = record;
    const partsSent = deps.outbox().send(finished.id)?.partsStored ?? 0;
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
        markers: part.markers.filter(({ at }) => !adopted || at <= durationS),
        dictated: part.dictated.filter(({ start }) => !adopted || start < durationS),
      },
      sound,
    );
    const told = adopted ? { ...metadata, adopted: adopted.id } : metadata;
    const peaks = sound?.peaks ?? new Int8Array(0);
    await persistently(part, () => server.complete(sessionId, told, peaks, signal));
  }

  return {
    async finishing(part) {
      if (part.finished) return 'ended';
      try {
        const finished = await deps.lastFrames(part);
        part.finished ??= finished;
        return 'ended';
      } catch (error) {
        if (problemOf(error).code !== 'recording.no_audio') throw error;
        // If `finished` is set by now, it reached the longest length meanwhile: only the next recording has no sound.
        return part.finished ? 'ended' : deps.whenEmpty(part);
      }
    },

    async noting(part) {
      const said = withDictated('', part.dictated);
      if (!part.notes.endsWith(said)) part.setNotes(withDictated(part.notes, part.dictated));
      if (part.notes !== '' && part.sessionId === null) await createOwnSession(part);
      if (part.notes !== '') await persistently(part, () => part.saveNotes());
      return 'noted';
    },

    async uploading(part) {
      const { code, finished, adopted } = await deps.outbox().outcome(idOf(part));
      signal.throwIfAborted();
      if (adopted) adoptions.set(part, adopted);
      if (code === 'upload.already_complete') completed.add(part);
      if (code !== null) throw new SendingError(code);
      part.finished = finished ?? part.finished;
      return 'sent';
    },

    async completing(part) {
      const { sessionId } = part;
      if (sessionId === null) throw new SendingError('session.not_found');
      const sound = deps.sound(part);
      await persistently(part, () => part.saveNotes());
      await sound;
      try {
        await tellServer(part, sessionId, null);
      } catch (error) {
        const { success, data } = adoptedUploadSchema.safeParse((error as { body?: unknown }).body);
        if (success) adoptions.set(part, data);
        // The session's audio is another recording.
        if (completed.has(part) && isOtherBytes(problemOf(error).code))
          throw new SendingError('upload.already_complete');
        throw error;
      }
      return 'completed';
    },

    async resending(part) {
      deps.outbox().again(idOf(part));
      await deps.recorder().sendAnew(idOf(part));
      return 'resent';
    },

    async rehousing(part) {
      const sessionId = await createOwnSession(part);
      if (!part.finished) return 'soundless';
      deps.outbox().again(idOf(part));
      await deps.recorder().sendAnew(idOf(part), sessionId);
      return 'housed';
    },

    async joining(part) {
      const adopted = adoptions.get(part);
      if (!adopted) throw new SendingError('upload.adopted');
      const split = await deps.recorder().splitOff(idOf(part), adopted);
      if (split.is === 'other') {
        if (part.record) part.record.session = split.session;
        return 'rehouse';
      }
      // The other recording is told first: if a call below fails, the page still waits for it.
      if (split.is === 'rest') deps.onRest(split.record, split.finished);
      await persistently(part, () => part.saveNotes());
      await tellServer(part, adopted.session_id, { id: split.uploadId, of: adopted });
      return 'joined';
    },

    async clearing(part) {
      // If it cannot be removed, it is listed and sent again, and the server answers again that it has it.
      await deps
        .recorder()
        .remove(idOf(part), part.seen())
        .catch(() => {});
      return 'cleared';
    },
  };
}
