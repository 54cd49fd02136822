import type { LiveDraftControl } from '#web/features/recording/draft/live-draft.state.ts';
import type { CaptureMonitor } from '#web/features/recording/monitor/capture-monitor.state.ts';
import { captureCode, markerOf } from '#web/features/recording/monitor/recording-warning.rules.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { KeptRecording, Marker, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { shownStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished, NewRecording, RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import type { InBackground } from './background.ts';
import type { Describing } from './describing.ts';

/** The takes of a recording. A take begins at the start, after each crash, and with each next segment. */
export type Takes = {
  /**
   * Starts recording audio. If a recording is stored already, it continues with a gap marker at its end. Otherwise a
   * new recording begins.
   */
  start(): Promise<void>;
  /** Continues the stored recording `id`, with a gap marker at its end. */
  goOn(id: string): Promise<void>;
  /** Continues the audio in the next segment, because the longest length was reached. */
  rollOver(finished: Finished, next: RecordingRecord): void;
  /** Returns the mp3 of the current segment as recorded so far. */
  sound(): Promise<Blob>;
  /** Sets whether the audio continues in a next segment at the longest length. If not, the recording ends there. */
  setRollover(isOn: boolean): void;
};

type TakesInput = {
  deps: Pick<NewRecording, 'userId' | 'pairingId' | 'mode' | 'settings'> & {
    session: { id: string | null };
    /** A recording of this session that a crash left, which is to be continued. Null begins a new one. */
    kept: KeptRecording | null;
  };
  state: RecordingState;
  segments: RecordingSegments;
  monitor: Pick<CaptureMonitor, 'analysis' | 'turn'>;
  draft: Pick<LiveDraftControl, 'begin'>;
  recorder(): Recorder;
  inBackground: InBackground;
  describing: Pick<Describing, 'sessionDraft'>;
};

export function createTakes(input: TakesInput): Takes {
  const { state, segments, monitor, draft, recorder, inBackground } = input;

  function begin(record: RecordingRecord, offsetS: number): void {
    monitor.analysis.begin(segments.current().index, offsetS);
    segments.begin(record);
    draft.begin(segments.current().index);
  }

  async function goOn(id: string): Promise<void> {
    const record = await recorder().goOn(id);
    const offsetS = record.takes.at(-1)?.at ?? 0;
    begin(record, offsetS);
    Object.assign(state, { positionS: offsetS, storedS: offsetS });
    if (offsetS === 0) return;
    const isSeam = ({ kind, at }: Marker) => kind === 'gap' && Math.abs(at - offsetS) < 0.01;
    if (!segments.current().markers.some(isSeam))
      segments.mark(markerOf('gap', offsetS, { code: captureCode('crashed') }));
  }

  return {
    async start() {
      const { userId, pairingId, mode, settings, session, kept } = input.deps;
      const storedId = segments.current().record?.id ?? kept?.record.id;
      if (storedId !== undefined) await goOn(storedId);
      else {
        const wanted = { sessionId: session.id, session: input.describing.sessionDraft() };
        begin(await recorder().start({ userId, pairingId, ...wanted, part: 1, mode, settings }), 0);
      }
      // In the recorder, each recording starts with rollover switched on.
      if (!state.rollsOver) inBackground('rollover', recorder().setRollover(false));
    },
    goOn,
    rollOver(finished, next) {
      segments.roll(finished);
      state.stage = shownStage(segments.current().stage);
      Object.assign(state, {
        part: next.part,
        title: next.session.title,
        language: next.session.language,
        positionS: 0,
        storedS: 0,
        bytes: 0,
      });
      begin(next, 0);
      monitor.turn();
    },
    async sound() {
      const { record } = segments.current();
      return record ? await recorder().sound(record.id) : new Blob([], { type: 'audio/mpeg' });
    },
    setRollover(isOn) {
      state.rollsOver = isOn;
      inBackground('rollover', recorder().setRollover(isOn));
    },
  };
}
