/** Whether an input is alive, dead, or neither can be said, batch by batch. */
import type { Evidence } from './hysteresis.ts';

type SignalPresence = {
  /** The highest sample of a batch, dBFS, and its length, s. */
  push(peakDbfs: number, seconds: number): Evidence;
  /** s of evidence that there is no sound after which it should be told. */
  readonly patienceS: number;
};

/** Digital silence, with the last bit of a 16-bit converter rolling. */
const digitalDbfs = -88;
/** As `silentPeakDbtp` in `wasm/measure/thresholds.ts`: an input that is on gives more in the quietest room. */
const deadDbfs = -66;
const aliveDbfs = -60;
/** An input that was heard is taken for dead where it falls this far below its own quietest moments. */
const belowOwnDb = 15;
const firstPatienceS = 2.2;
const patienceS = 4;
/** Some inputs give zeros between words. Where such gaps ended by themselves, a pause is not a fault so soon. */
const gatedPatienceS = 15;
const gapS = 0.25;
const gapsOfGate = 2;

/**
 * A dead, muted or wrong input gives nothing, or far less than it gave. One that was never heard is measured by what any
 * microphone gives; one that was, by itself: good converters in quiet rooms lie lower than a bad one that is dead.
 */
export function createSignalPresence(): SignalPresence {
  let wasAlive = false;
  let quietest = 0;
  let previous = 0;
  let silentS = 0;
  let gaps = 0;
  return {
    get patienceS() {
      if (!wasAlive) return firstPatienceS;
      return gaps >= gapsOfGate ? gatedPatienceS : patienceS;
    },
    push(peakDbfs, seconds) {
      if (!wasAlive) {
        if (peakDbfs > aliveDbfs) wasAlive = true;
        else return peakDbfs < deadDbfs ? 'on' : 'unknown';
      }
      const limit = Math.max(digitalDbfs, Math.min(deadDbfs, quietest - belowOwnDb));
      // The floor is that of two batches in a row: one may fall into a gap of the stream.
      const floor = Math.max(peakDbfs, previous);
      previous = peakDbfs;
      if (peakDbfs <= limit) {
        silentS += seconds;
        return 'on';
      }
      if (floor > limit) quietest = Math.min(quietest, floor);
      if (silentS >= gapS && silentS < patienceS) gaps++;
      silentS = 0;
      return 'off';
    },
  };
}
