import { ref } from 'valtio';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createRecordingSegment, type RecordingSegment } from './recording-segment.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { RecordingState } from '#web/features/recording/recording.rules.ts';
import type { RecordingStage, StageEvent } from '#web/features/recording/recording-stage.rules.ts';
import type { SignInGate } from '#web/features/recording/sign-in-gate.ts';

/** The segments of a recording: the first, and the next one after each longest length. */
export type RecordingSegments = Disposable & {
  all(): readonly RecordingSegment[];
  current(): RecordingSegment;
  at(index: number): RecordingSegment;
  /** The longest length was reached: `finished` ends the current segment, and the next one becomes current. */
  roll(finished: Finished): void;
  begin(record: RecordingRecord): void;
  /** Creates the session of a segment that began without one; only once, unless it failed. */
  session(recordId: string, draft: RecordingRecord['session'], key: string): Promise<string>;
  /** Adds the recording with the sound beyond an adopted upload. It is being sent already. */
  add(record: RecordingRecord, finished: Finished): void;
  settle(recordId: string, sessionId: string): void;
};

type RecordingSegmentsInput = {
  deps: Pick<RecordingDeps, 'session' | 'server' | 'timings'>;
  state: RecordingState;
  signedIn: SignInGate;
  recorder(): Recorder;
};

/** The events that lead from `idle` to `uploading`. */
const toUploading = ['ask', 'heard', 'start', 'rolled'] as const;

/** The events that lead from `recording` to this stage: the next recording begins at the stage of the one before. */
const fromRecording: Partial<Record<RecordingStage, readonly StageEvent[]>> = {
  paused: ['pause'],
  interrupted: ['lost'],
  finishing: ['finish'],
};

export function createRecordingSegments({
  deps,
  state,
  signedIn,
  recorder,
}: RecordingSegmentsInput): RecordingSegments {
  const { session, server, timings } = deps;
  const scope = createScope();
  const segments: RecordingSegment[] = [];
  const sessions = new Map<string, Promise<string>>();
  let current = 0;

  function show(segment: RecordingSegment): void {
    if (segment.index !== current || scope.signal.aborted) return;
    state.markers = ref([...segment.markers]);
    state.dictated = ref([...segment.dictated]);
    state.notes = segment.notes;
    state.notesSaved = segment.notesSaved();
    state.sessionId = segment.sessionId ?? state.sessionId;
  }

  function at(index: number): RecordingSegment {
    const known = segments[index];
    if (known) return known;
    const segment: RecordingSegment = createRecordingSegment({
      index,
      sessionId: index === 0 ? session.id : null,
      notes: index === 0 ? session.notes : { text: '', rev: 0 },
      stage: 'idle',
      annotate: (change) => recorder().annotate(change),
      async save(...call) {
        await signedIn.wait();
        return await server.saveNotes(...call);
      },
      timings,
      onChange: () => show(segment),
    });
    segments[index] = segment;
    return scope.use(segment);
  }

  function settle(recordId: string, sessionId: string): void {
    segments.find(({ record }) => record?.id === recordId)?.toSession(sessionId);
  }

  /** Sets the segment's session if it was created before the page knew the recording. */
  function followSession(recordId: string): void {
    sessions.get(recordId)?.then(
      (sessionId) => settle(recordId, sessionId),
      () => {},
    );
  }

  return {
    all: () => segments,
    current: () => at(current),
    at,
    roll(finished) {
      const done = at(current);
      const next = at((current += 1));
      for (const event of ['ask', 'heard', 'start', ...(fromRecording[done.stage] ?? [])] as const)
        next.to(event);
      done.finished = finished;
      done.to('rolled');
    },
    begin(record) {
      at(current).begin(record);
      followSession(record.id);
    },
    add(record, finished) {
      if (segments.some((segment) => segment.record?.id === record.id)) return;
      const segment = at(segments.length);
      segment.begin(record);
      followSession(record.id);
      segment.finished = finished;
      for (const event of toUploading) segment.to(event);
    },
    session(recordId, draft, key) {
      const known = sessions.get(recordId);
      if (known) return known;
      const made = createWithKey(key, {
        async create(as) {
          await signedIn.wait();
          return await server.createSession(draft, as, scope.signal);
        },
        storeKey: (sessionKey) => recorder().annotate({ id: recordId, sessionKey }),
      });
      sessions.set(recordId, made);
      made.then(
        (sessionId) => settle(recordId, sessionId),
        () => sessions.delete(recordId),
      );
      return made;
    },
    settle,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
