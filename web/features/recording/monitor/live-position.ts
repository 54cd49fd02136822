import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';

/** Determines the position of a running recording from the reports of the monitor and of the recorder. */
export type LivePosition = {
  /**
   * Returns the position in the recording that is shown, s. It is the later one of the positions that monitor and
   * recorder have reported.
   */
  nowS(): number;
  /**
   * Returns the recording that is recorded now and the position in it, s. The monitor may reach the next recording before the
   * recorder reports it.
   */
  now(): { index: number; atS: number };
  /** Called when the monitor has reached `atS`, s, in the recording `index`. */
  reach(index: number, atS: number): void;
  /** Called when the next recording is shown. */
  turn(): void;
};

type LivePositionInput = {
  state: Pick<RecordingState, 'stage' | 'positionS' | 'rollsOver'>;
  /** Length at which the next recording begins, s. */
  longestS: number;
  /** Returns the index of the recording that is shown. */
  current(): number;
};

export function createLivePosition({ state, longestS, current }: LivePositionInput): LivePosition {
  /** Position according to the monitor, s. It is finer than the recorder's reports. */
  let monitoredS = 0;
  /** Position in the recording after the one that is shown, s; null until the monitor reaches it. */
  let monitoredNextS: number | null = null;

  const nowS = () => (state.stage === 'recording' ? Math.max(state.positionS, monitoredS) : state.positionS);

  return {
    nowS,
    now() {
      const index = current();
      if (monitoredNextS !== null) return { index: index + 1, atS: monitoredNextS };
      // Without a monitor, the next recording is recognized only by the position at the longest length.
      const isFull = state.rollsOver && state.positionS >= longestS;
      return isFull ? { index: index + 1, atS: 0 } : { index, atS: nowS() };
    },
    reach(index, atS) {
      if (index === current()) monitoredS = atS;
      if (index === current() + 1) monitoredNextS = atS;
    },
    turn() {
      monitoredS = monitoredNextS ?? 0;
      monitoredNextS = null;
    },
  };
}
