import { adoptedUploadSchema, type AdoptedUpload } from '#api/contract/upload.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { failureOf, isPassing, tryAgainAfterMs } from './sending.rules.ts';
import type { Outbox } from './outbox.ts';
import type { Part } from './part.ts';
import { withDictated } from './record-screen.rules.ts';
import type { ServerPort } from './recording-deps.ts';
import { recordingMetadata } from './recording-metadata.rules.ts';
import { problemOf } from './recording.rules.ts';
import { isOtherBytes, type SendingEvent, type SendingStage } from './recording-stage.rules.ts';

export type StepDeps = {
  recorder(): Recorder;
  outbox(): Outbox;
  server: Pick<ServerPort, 'createSession' | 'complete'>;
  /** Resolves when the person is signed in. */
  signedIn(): Promise<void>;
  /** The last frames, of a recording that runs or of one that lies on the device. Rejects with `recording.no_audio`. */
  lastFrames(part: Part): Promise<Finished>;
  /** A recording without sound goes back to the microphone, or only its notes are brought. */
  whenEmpty(part: Part): 'empty' | 'soundless';
  sound(part: Part): Promise<SoundAnalysis | null>;
  /** What the device had beyond an adopted upload is a recording of its own; told again after a failure. */
  onRest(record: RecordingRecord, finished: Finished): void;
  /** Of a call that is repeated by itself; null: it goes on. */
  onProblem(part: Part, problem: { code: string; requestId: string | null } | null): void;
  /** Before the first, second … repetition of a call; the last one repeats. */
  againAfterMs: readonly number[];
  /** Resolves after `ms`, or earlier where there is reason to try again. */
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
};

/** A failure whose code is told to the person. */
export class SendingError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** What is done at each stage after Stop. Rejects with something that has a `code`; the same step again goes on from there. */
export type SendingSteps = Record<SendingStage, (part: Part) => Promise<SendingEvent>>;

export function createSendingSteps(deps: StepDeps): SendingSteps {
  const { server, signal } = deps;
  /** What was told of uploads that the server completed without their device. */
  const adoptions = new Map<Part, AdoptedUpload>();
  /** Those whose session has its audio already: theirs, if the answer to recording-complete was lost. */
  const completed = new Set<Part>();

  /** Repeats what fails for want of a connection, a server or a sign-in. */
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

  /** A session of its own. Its key lies on the device first: a lost answer makes no second one. */
  async function houseAnew(part: Part): Promise<string> {
    const { record } = part;
    if (!record) throw new SendingError('recording.not_kept');
    const create = async (key: string) => {
      if (record.sessionKey !== key) await deps.recorder().annotate({ id: record.id, sessionKey: key });
      record.sessionKey = key;
      return await persistently(part, () => server.createSession(record.session, key, signal));
    };
    const sessionId = await create(record.sessionKey ?? crypto.randomUUID()).catch((error: unknown) => {
      // What this key had made was deleted before its answer came.
      if (problemOf(error).code !== 'session.gone') throw error;
      return create(crypto.randomUUID());
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
        ...{ durationS, bytes, sha256, mode, startedAtMs, parts: partsSent },
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
        // It has rolled over in this very moment.
        return part.finished ? 'ended' : deps.whenEmpty(part);
      }
    },

    async noting(part) {
      const said = withDictated('', part.dictated);
      if (!part.notes.endsWith(said)) part.setNotes(withDictated(part.notes, part.dictated));
      if (part.notes !== '' && part.sessionId === null) await houseAnew(part);
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
        // The audio that is there is another recording's.
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
      const sessionId = await houseAnew(part);
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
      // Before anything that can fail: what nobody knows of is not waited for.
      if (split.is === 'rest') deps.onRest(split.record, split.finished);
      await persistently(part, () => part.saveNotes());
      await tellServer(part, adopted.session_id, { id: split.uploadId, of: adopted });
      return 'joined';
    },

    async clearing(part) {
      // Where it cannot be removed it is offered once more, and the server says once more that it has it.
      await deps
        .recorder()
        .remove(idOf(part), part.seen())
        .catch(() => {});
      return 'cleared';
    },
  };
}
