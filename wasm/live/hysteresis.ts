export type Evidence = 'on' | 'off' | 'unknown';

export type HysteresisTimes = {
  /** Duration of evidence after which the state begins, s. */
  onsetS: number;
  /** Duration of evidence against the state after which it ends, s. */
  releaseS: number;
  leastS?: number;
};

type Hysteresis = {
  readonly isOn: boolean;
  /** Takes the evidence of `seconds` of audio. The state begins only if `mayBegin`. */
  push(evidence: Evidence, seconds: number, times: HysteresisTimes, mayBegin: boolean): void;
};

const defaultLeastS = 3;

/** Creates a switch with hysteresis. Only time with evidence counts: `unknown` neither begins nor ends the state. */
export function createHysteresis(): Hysteresis {
  let isOn = false;
  let onS = 0;
  let offS = 0;
  let heldS = 0;
  return {
    get isOn() {
      return isOn;
    },
    push(evidence, seconds, { onsetS, releaseS, leastS = defaultLeastS }, mayBegin) {
      if (isOn) heldS += seconds;
      if (evidence === 'unknown') return;
      if (evidence === 'on') {
        onS += seconds;
        offS = 0;
      } else {
        offS += seconds;
        onS = 0;
      }
      if (!isOn && mayBegin && evidence === 'on' && onS >= onsetS - 1e-6) {
        isOn = true;
        heldS = 0;
      } else if (isOn && evidence === 'off' && offS >= releaseS - 1e-6 && heldS >= leastS - 1e-6)
        isOn = false;
    },
  };
}
