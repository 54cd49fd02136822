/**
 * Number of octaves of level down to -48 dBFS, and how many lower ones bound the step size of a level with few samples.
 */
const octaves: i32 = 8;
const octavesBelow: i32 = 4;

/** `wasm/measure/step-sizes.ts`: the smallest difference between samples, by octave of level. */
@unmanaged
export class StepSizes {
  step0: f32;
  step1: f32;
  step2: f32;
  step3: f32;
  step4: f32;
  step5: f32;
  step6: f32;
  step7: f32;
  top: f32;
  /** Limit from which on differences have no effect. */
  bound: f32;
}

function stepOf(steps: StepSizes, octave: i32): f32 {
  return load<f32>(changetype<usize>(steps) + ((<usize>octave) << 2));
}

/** Octave 0 ends at full scale; each octave includes its upper end. Computed from the exponent. */
function octaveOf(level: f32): i32 {
  const bits = reinterpret<i32>(level);
  const exponent = 127 - (bits >> 23);
  const isPower = (bits & 0x7fffff) === 0;
  return max(0, min(octaves - 1, isPower ? exponent : exponent - 1));
}

export function initSteps(steps: StepSizes): void {
  for (let octave = 0; octave < octaves; octave++)
    store<f32>(changetype<usize>(steps) + ((<usize>octave) << 2), Infinity);
  steps.top = 0;
  steps.bound = Infinity;
}

function update(steps: StepSizes): void {
  const octave = octaveOf(steps.top);
  let bound: f32 = 0;
  for (let i = octave; i < min(octaves, octave + octavesBelow); i++)
    bound = max<f32>(bound, stepOf(steps, i));
  steps.bound = bound;
}

export function addStep(steps: StepSizes, difference: f32, level: f32): void {
  const octave = octaveOf(level);
  if (difference >= stepOf(steps, octave)) return;
  store<f32>(changetype<usize>(steps) + ((<usize>octave) << 2), difference);
  update(steps);
}

/** True if one of eight differences is smaller than any before in the octave of its level. */
export function isNewStep(steps: StepSizes, dx: v128, mx: v128, dy: v128, my: v128): bool {
  const first = v128.load32_splat(changetype<usize>(steps) + ((<usize>(octaves - 1)) << 2));
  let stepX = first;
  let stepY = first;
  let below: f32 = 1.0 / <f32>(1 << (octaves - 1));
  for (let octave = octaves - 2; octave >= 0; octave--) {
    const step = v128.load32_splat(changetype<usize>(steps) + ((<usize>octave) << 2));
    const end = f32x4.splat(below);
    stepX = v128.bitselect(step, stepX, f32x4.gt(mx, end));
    stepY = v128.bitselect(step, stepY, f32x4.gt(my, end));
    below *= 2;
  }
  const zero = f32x4.splat(0);
  return v128.any_true(
    v128.or(
      v128.and(f32x4.lt(dx, stepX), f32x4.gt(dx, zero)),
      v128.and(f32x4.lt(dy, stepY), f32x4.gt(dy, zero)),
    ),
  );
}

export function raiseSteps(steps: StepSizes, level: f32): void {
  if (level <= steps.top) return;
  steps.top = level;
  update(steps);
}

export function stepAt(steps: StepSizes, level: f32): f64 {
  const octave = octaveOf(level);
  let step: f64 = Infinity;
  for (let i = octave; i < min(octaves, octave + octavesBelow); i++)
    step = min<f64>(step, <f64>stepOf(steps, i) * <f64>(1 << (i - octave)));
  return step;
}
