import { ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import {
  createRecordingSegment,
  type RecordingSegment,
  type RecordingSegmentInput,
} from './recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { Marker, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import {
  type RecordingStage,
  shownStage,
  type StageEvent,
} from '#web/features/recording/state/recording-stage.rules.ts';
import { createSegmentSessions, type SegmentSessions } from './segment-sessions.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';

/** The segments of a recording. A next segment follows each time the longest length is reached. */
export type RecordingSegments = Disposable & {
  all(): readonly RecordingSegment[];
  current(): RecordingSegment;
  /**
   * Ends the current segment with `finished`, because the longest length was reached. The next segment becomes the
   * current one.
   */
  roll(finished: Finished): void;
  /** Begins or continues the audio of the current segment. */
  begin(record: RecordingRecord): void;
  /** Moves the current segment to its next stage and shows this stage. */
  to(event: StageEvent): void;
  /** Adds a marker to the segment `index`, or to the current one if `index` is left out. */
  mark(marker: Marker, index?: number): void;
  /** Creates the session of a recording and returns its id. It is created only once, unless that failed. */
  readonly session: SegmentSessions['create'];
  /** Resolves when no session is being created for a recording. Never rejects. */
  readonly sessionSettled: SegmentSessions['settled'];
  /** Adds the recording with the audio that an adopted upload lacks. It is being sent already. */
  add(record: RecordingRecord, finished: Finished): void;
};

type ShownState = Pick<RecordingState, 'sessionId' | 'markers' | 'dictated' | 'notes' | 'notesSaved'>;

type RecordingSegmentsInput = {
  deps: {
    session: { id: string | null; notes: { text: string; rev: number } };
    server: Pick<ServerPort, 'createSession' | 'saveNotes'>;
    timings: RecordingSegmentInput['timings'];
  };
  state: ShownState & Pick<RecordingState, 'stage'>;
  signedIn: SignInGate;
  recorder(): Recorder;
  /** Called when `to` has changed the stage that is shown. */
  onStage(stage: RecordingState['stage']): void;
};

/** The events that lead from `idle` to `uploading`. */
const toUploading = ['ask', 'opened', 'start', 'rolled'] as const;

/** The events that lead from `recording` to a stage. The next recording begins at the stage of the one before. */
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
  onStage,
}: RecordingSegmentsInput): RecordingSegments {
  const { session, server, timings } = deps;
  const scope = createScope();
  const segments: RecordingSegment[] = [];
  let current = 0;

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
      onChange() {
        if (index === current && !scope.signal.aborted) show(segment, state);
      },
    });
    segments[index] = segment;
    return scope.use(segment);
  }

  const sessions = createSegmentSessions({
    server,
    signedIn,
    recorder,
    onSession: (recordId, sessionId) =>
      segments.find(({ record }) => record?.id === recordId)?.toSession(sessionId),
    signal: scope.signal,
  });

  return {
    all: () => segments,
    current: () => at(current),
    roll(finished) {
      const done = at(current);
      const next = at((current += 1));
      for (const event of ['ask', 'opened', 'start', ...(fromRecording[done.stage] ?? [])] as const)
        next.to(event);
      done.finished = finished;
      done.to('rolled');
    },
    begin(record) {
      at(current).begin(record);
      sessions.follow(record.id);
    },
    to(event) {
      at(current).to(event);
      state.stage = shownStage(at(current).stage);
      onStage(state.stage);
    },
    mark: (marker, index = current) => at(index).mark(marker),
    add(record, finished) {
      if (segments.some((segment) => segment.record?.id === record.id)) return;
      const segment = at(segments.length);
      segment.begin(record);
      sessions.follow(record.id);
      segment.finished = finished;
      for (const event of toUploading) segment.to(event);
    },
    session: sessions.create,
    sessionSettled: sessions.settled,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

function show(segment: RecordingSegment, state: ShownState): void {
  state.markers = ref([...segment.markers]);
  state.dictated = ref([...segment.dictated]);
  state.notes = segment.notes;
  state.notesSaved = segment.notesSaved();
  state.sessionId = segment.sessionId ?? state.sessionId;
}
