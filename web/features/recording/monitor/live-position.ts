import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';

/** The position of a running recording, by the reports of the monitor and of the recorder. */
export type LivePosition = {
  /** Returns the position in the recording that is shown, by monitor or recorder, whichever is further, s. */
  nowS(): number;
  /**
   * Returns the recording that is recorded now and the position in it, s. The monitor may reach the next recording before the
   * recorder reports it.
   */
  now(): { index: number; atS: number };
  /** The monitor has reached `atS` in the recording `index`. */
  reach(index: number, atS: number): void;
  /** The next recording is shown from now on. */
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
  /** Position by the monitor, s; finer than the recorder's reports. */
  let monitoredS = 0;
  /** Position in the recording after the one that is shown, s; null until the monitor reaches it. */
  let monitoredNextS: number | null = null;

  const nowS = () => (state.stage === 'recording' ? Math.max(state.positionS, monitoredS) : state.positionS);

  return {
    nowS,
    now() {
      const index = current();
      if (monitoredNextS !== null) return { index: index + 1, atS: monitoredNextS };
      // Without a monitor, only the position shows that the next recording has begun.
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
