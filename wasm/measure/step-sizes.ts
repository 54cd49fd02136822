/** Down to -48 dBFS; what is lower counts with the last. */
const octaves = 8;
/** At a level hardly reached yet, what is known of lower octaves bounds it: steps at most double from one to the next. */
const octavesBelow = 4;
/** Octave 0 ends at full scale, which belongs to it, as the end of each does. */
const octaveOf = (level: number) => Math.min(octaves - 1, Math.max(0, Math.floor(-Math.log2(level))));

type StepSizes = {
  /** A difference (not 0) between neighbouring samples at a level. */
  add(difference: number, level: number): void;
  /** A new highest level. */
  raise(level: number): void;
  /** Differences from here on tell nothing new. */
  bound(): number;
  /** Smallest difference known at a level; Infinity for none. */
  at(level: number): number;
};

/** How finely sound is quantised, by octave of level: linear PCM has one step, telephone codes (ITU-T G.711) eight. */
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
