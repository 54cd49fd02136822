/** Decides for each batch whether an input has a signal. */
import type { Evidence } from './hysteresis.ts';

type SignalPresence = {
  push(peakDbfs: number, seconds: number): Evidence;
  /** Time without a signal after which the user should be warned, s. */
  readonly patienceS: number;
};

/** Peak of digital silence, dBFS, if the last bit of a 16-bit converter toggles. */
const digitalDbfs = -88;
/**
 * Peak below which an input that had no signal yet is dead, dBFS. It equals `silentPeakDbtp` in
 * `wasm/measure/thresholds.ts`: a live input exceeds it in the quietest room.
 */
const deadDbfs = -66;
const aliveDbfs = -60;
/** An input that had a signal counts as dead if it is this far below its own quietest moments, dB. */
const belowOwnDb = 15;
const firstPatienceS = 2.2;
const patienceS = 4;
/**
 * Time without a signal before a warning about a gated input, s. A gated input gives zeros between words. Once such
 * gaps have occurred, a short pause is no fault.
 */
const gatedPatienceS = 15;
const gapS = 0.25;
const gapsOfGate = 2;

/**
 * Creates the decision. A dead, muted or wrong input has no signal, or one far below its usual level. An input without
 * any signal so far is compared with what every microphone gives. Later it is compared with itself, because a live
 * input with a good converter can be quieter in a quiet room than a dead input with a bad one.
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
      // The maximum of two batches is used, because one can lie in a gap of the stream.
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
