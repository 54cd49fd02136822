/** Number of octaves of level, down to -48 dBFS; lower levels count in the last one. */
const octaves = 8;
/**
 * Number of lower octaves that bound the step size of a level with few samples, because steps at most double per
 * octave.
 */
const octavesBelow = 4;
/** Octave 0 ends at full scale; each octave includes its upper end. */
const octaveOf = (level: number) => Math.min(octaves - 1, Math.max(0, Math.floor(-Math.log2(level))));

export type StepSizes = {
  /** Takes a nonzero difference between neighbouring samples at a level. */
  add(difference: number, level: number): void;
  raise(level: number): void;
  /** Returns the limit from which a difference passed to `add` has no effect. */
  bound(): number;
  /** Returns the smallest difference known at a level; Infinity if unknown. */
  at(level: number): number;
};

/** Finds the quantisation step by octave of level: linear PCM has one step, telephone codes (ITU-T G.711) eight. */
export function createStepSizes(): StepSizes {
  const steps = new Float64Array(octaves).fill(Infinity);
  let top = 0;
  let bound = Infinity;
  const update = () => {
    const octave = octaveOf(top);
    bound = 0;
    for (let i = octave; i < Math.min(octaves, octave + octavesBelow); i++)
      bound = Math.max(bound, steps[i]!);
  };
  return {
    add(difference, level) {
      const octave = octaveOf(level);
      if (difference >= steps[octave]!) return;
      steps[octave] = difference;
      update();
    },
    raise(level) {
      if (level <= top) return;
      top = level;
      update();
    },
    bound: () => bound,
    at(level) {
      const octave = octaveOf(level);
      let step = Infinity;
      for (let i = octave; i < Math.min(octaves, octave + octavesBelow); i++)
        step = Math.min(step, steps[i]! * 2 ** (i - octave));
      return step;
    },
  };
}
