type MixedFft = {
  transform(re: Float64Array, im: Float64Array): void;
};

type Quad = [Float64Array, Float64Array, Float64Array, Float64Array];
type Stage = { radix: 4 | 5; parts: number; stride: number; cos: Float64Array; sin: Float64Array };

const fifth = (2 * Math.PI) / 5;
const cosFifth = Math.cos(fifth);
const cosTwoFifths = Math.cos(2 * fifth);
const sinFifth = Math.sin(fifth);
const sinTwoFifths = Math.sin(2 * fifth);

/**
 * Creates a complex FFT of a size with the factors four and five only (Whisper's features need 400). It has Stockham's
 * self-sorting form, which needs a second pair of buffers but no index reversal. `createFft` is for powers of two and
 * real samples.
 */
export function createMixedFft(size: number): MixedFft {
  const stages = stagesOf(size);
  const spareRe = new Float64Array(size);
  const spareIm = new Float64Array(size);
  return {
    transform(re, im) {
      let [fromRe, fromIm, toRe, toIm]: Quad = [re, im, spareRe, spareIm];
      for (const stage of stages) {
        (stage.radix === 4 ? runFours : runFives)(stage, fromRe, fromIm, toRe, toIm);
        [fromRe, fromIm, toRe, toIm] = [toRe, toIm, fromRe, fromIm];
      }
      if (fromRe === re) return;
      re.set(fromRe);
      im.set(fromIm);
    },
  };
}

function stagesOf(size: number): Stage[] {
  const stages: Stage[] = [];
  let stride = 1;
  for (let left = size; left > 1;) {
    const radix = left % 4 === 0 ? 4 : 5;
    if (left % radix !== 0) throw new RangeError(`no transform of ${size}`);
    const parts = left / radix;
    const angles = Float64Array.from(
      { length: parts * radix },
      (_, at) => (-2 * Math.PI * Math.floor(at / radix) * (at % radix)) / left,
    );
    stages.push({ radix, parts, stride, cos: angles.map(Math.cos), sin: angles.map(Math.sin) });
    left = parts;
    stride *= radix;
  }
  return stages;
}

// `runFours` and `runFives` contain no calls and no tuples, because they run 400,000 times per second of work.
function runFours(
  { parts, stride, cos, sin }: Stage,
  re: Float64Array,
  im: Float64Array,
  toRe: Float64Array,
  toIm: Float64Array,
): void {
  const step = stride * parts;
  for (let part = 0; part < parts; part++) {
    const turn = part * 4;
    const c1 = cos[turn + 1]!;
    const c2 = cos[turn + 2]!;
    const c3 = cos[turn + 3]!;
    const s1 = sin[turn + 1]!;
    const s2 = sin[turn + 2]!;
    const s3 = sin[turn + 3]!;
    for (let lane = 0; lane < stride; lane++) {
      const at = lane + stride * part;
      const evenRe = re[at]! + re[at + 2 * step]!;
      const evenIm = im[at]! + im[at + 2 * step]!;
      const evenLessRe = re[at]! - re[at + 2 * step]!;
      const evenLessIm = im[at]! - im[at + 2 * step]!;
      const oddRe = re[at + step]! + re[at + 3 * step]!;
      const oddIm = im[at + step]! + im[at + 3 * step]!;
      const oddLessRe = re[at + step]! - re[at + 3 * step]!;
      const oddLessIm = im[at + step]! - im[at + 3 * step]!;
      const to = lane + stride * 4 * part;
      toRe[to] = evenRe + oddRe;
      toIm[to] = evenIm + oddIm;
      const r1 = evenLessRe + oddLessIm;
      const i1 = evenLessIm - oddLessRe;
      toRe[to + stride] = r1 * c1 - i1 * s1;
      toIm[to + stride] = r1 * s1 + i1 * c1;
      const r2 = evenRe - oddRe;
      const i2 = evenIm - oddIm;
      toRe[to + 2 * stride] = r2 * c2 - i2 * s2;
      toIm[to + 2 * stride] = r2 * s2 + i2 * c2;
      const r3 = evenLessRe - oddLessIm;
      const i3 = evenLessIm + oddLessRe;
      toRe[to + 3 * stride] = r3 * c3 - i3 * s3;
      toIm[to + 3 * stride] = r3 * s3 + i3 * c3;
    }
  }
}

function runFives(
  { parts, stride, cos, sin }: Stage,
  re: Float64Array,
  im: Float64Array,
  toRe: Float64Array,
  toIm: Float64Array,
): void {
  const step = stride * parts;
  for (let part = 0; part < parts; part++) {
    const turn = part * 5;
    for (let lane = 0; lane < stride; lane++) {
      const at = lane + stride * part;
      const r0 = re[at]!;
      const i0 = im[at]!;
      // Outer (1, 4) and inner (2, 3) pairs: sums are multiplied by cosines, differences by sines.
      const outerRe = re[at + step]! + re[at + 4 * step]!;
      const outerIm = im[at + step]! + im[at + 4 * step]!;
      const outerLessRe = re[at + step]! - re[at + 4 * step]!;
      const outerLessIm = im[at + step]! - im[at + 4 * step]!;
      const innerRe = re[at + 2 * step]! + re[at + 3 * step]!;
      const innerIm = im[at + 2 * step]! + im[at + 3 * step]!;
      const innerLessRe = re[at + 2 * step]! - re[at + 3 * step]!;
      const innerLessIm = im[at + 2 * step]! - im[at + 3 * step]!;
      const to = lane + stride * 5 * part;
      toRe[to] = r0 + outerRe + innerRe;
      toIm[to] = i0 + outerIm + innerIm;
      const evenRe1 = r0 + cosFifth * outerRe + cosTwoFifths * innerRe;
      const evenIm1 = i0 + cosFifth * outerIm + cosTwoFifths * innerIm;
      const evenRe2 = r0 + cosTwoFifths * outerRe + cosFifth * innerRe;
      const evenIm2 = i0 + cosTwoFifths * outerIm + cosFifth * innerIm;
      const oddRe1 = sinFifth * outerLessRe + sinTwoFifths * innerLessRe;
      const oddIm1 = sinFifth * outerLessIm + sinTwoFifths * innerLessIm;
      const oddRe2 = sinTwoFifths * outerLessRe - sinFifth * innerLessRe;
      const oddIm2 = sinTwoFifths * outerLessIm - sinFifth * innerLessIm;
      const r1 = evenRe1 + oddIm1;
      const i1 = evenIm1 - oddRe1;
      toRe[to + stride] = r1 * cos[turn + 1]! - i1 * sin[turn + 1]!;
      toIm[to + stride] = r1 * sin[turn + 1]! + i1 * cos[turn + 1]!;
      const r2 = evenRe2 + oddIm2;
      const i2 = evenIm2 - oddRe2;
      toRe[to + 2 * stride] = r2 * cos[turn + 2]! - i2 * sin[turn + 2]!;
      toIm[to + 2 * stride] = r2 * sin[turn + 2]! + i2 * cos[turn + 2]!;
      const r3 = evenRe2 - oddIm2;
      const i3 = evenIm2 + oddRe2;
      toRe[to + 3 * stride] = r3 * cos[turn + 3]! - i3 * sin[turn + 3]!;
      toIm[to + 3 * stride] = r3 * sin[turn + 3]! + i3 * cos[turn + 3]!;
      const r4 = evenRe1 - oddIm1;
      const i4 = evenIm1 + oddRe1;
      toRe[to + 4 * stride] = r4 * cos[turn + 4]! - i4 * sin[turn + 4]!;
      toIm[to + 4 * stride] = r4 * sin[turn + 4]! + i4 * cos[turn + 4]!;
    }
  }
}
