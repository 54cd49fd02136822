/** Writes FLAC (RFC 9639) for tests, bit by bit and without optimisation. */

export type SubframePlan = {
  kind: 'constant' | 'verbatim' | 'fixed' | 'linear';
  /** For `fixed`: 0 to 4. */
  order?: number;
  /** For `linear`: coefficients, that of the last sample first. */
  weights?: number[];
  /** Bits of a coefficient, and of its fraction. */
  precision?: number;
  shift?: number;
  /** Zero bits at the low end of every sample, which are left out. */
  wasted?: number;
  partitionOrder?: number;
  /** Rice parameter, or unencoded residuals (after an escape code of 4 or 5 bits). */
  rice?: number | 'plain' | 'plain5';
};

export type FramePlan = {
  subframes: SubframePlan[];
  /** RFC 9639, section 9.1.3: 8 left/side, 9 side/right, 10 mid/side; without it channels are independent. */
  stereo?: 8 | 9 | 10;
  /** Codes of the header; by default those that refer to STREAMINFO. */
  sizeCode?: number;
  rateCode?: number;
};

function createBits() {
  const octets: number[] = [];
  let octet = 0;
  let held = 0;
  const put = (value: number, count: number) => {
    const positive = value < 0 ? value + 2 ** count : value;
    for (let bit = count - 1; bit >= 0; bit--) {
      octet = octet * 2 + (Math.floor(positive / 2 ** bit) % 2);
      if (++held < 8) continue;
      octets.push(octet);
      octet = 0;
      held = 0;
    }
  };
  const unary = (zeros: number) => {
    for (let i = 0; i < zeros; i++) put(0, 1);
    put(1, 1);
  };
  const align = () => {
    if (held > 0) put(0, 8 - held);
  };
  return { octets, put, unary, align };
}
type Bits = ReturnType<typeof createBits>;

/** CRC of `width` bits, without tables. */
function crc(octets: readonly number[], width: number, polynomial: number): number {
  let rest = 0;
  for (const octet of octets)
    for (let bit = 7; bit >= 0; bit--) {
      const isOdd = ((rest >> (width - 1)) ^ (octet >> bit)) & 1;
      rest = ((rest << 1) & (2 ** width - 1)) ^ (isOdd ? polynomial : 0);
    }
  return rest;
}

function putResidual(bits: Bits, residual: number[], order: number, plan: SubframePlan): void {
  const { partitionOrder = 0, rice = 4 } = plan;
  const isPlain = typeof rice === 'string';
  const isLong = isPlain ? rice === 'plain5' : rice > 14;
  bits.put(isLong ? 1 : 0, 2);
  bits.put(partitionOrder, 4);
  const length = (residual.length + order) / 2 ** partitionOrder;
  for (let partition = 0; partition < 2 ** partitionOrder; partition++) {
    const part = residual.slice(Math.max(0, partition * length - order), (partition + 1) * length - order);
    if (isPlain) {
      const largest = Math.max(0, ...part.map((r) => (r < 0 ? -r - 1 : r)));
      const size = part.every((r) => r === 0) ? 0 : Math.floor(Math.log2(largest || 0.5)) + 2;
      bits.put(isLong ? 31 : 15, isLong ? 5 : 4);
      bits.put(size, 5);
      for (const r of part) bits.put(r, size);
      continue;
    }
    bits.put(rice, isLong ? 5 : 4);
    for (const r of part) {
      const folded = r < 0 ? -2 * r - 1 : 2 * r;
      bits.unary(Math.floor(folded / 2 ** rice));
      bits.put(folded % 2 ** rice, rice);
    }
  }
}

const fixedWeights = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function putPredicted(bits: Bits, samples: number[], size: number, plan: SubframePlan): void {
  const isFixed = plan.kind === 'fixed';
  const { precision = 15, shift = 0 } = plan;
  const weights = isFixed ? fixedWeights[plan.order ?? 0]! : plan.weights!;
  const order = weights.length;
  for (const sample of samples.slice(0, order)) bits.put(sample, size);
  if (!isFixed) {
    bits.put(precision - 1, 4);
    bits.put(shift, 5);
    for (const weight of weights) bits.put(weight, precision);
  }
  const residual = samples.slice(order).map((sample, i) => {
    const sum = weights.reduce((total, weight, tap) => total + weight * samples[order + i - 1 - tap]!, 0);
    return sample - Math.floor(sum / 2 ** shift);
  });
  putResidual(bits, residual, order, plan);
}

function putSubframe(bits: Bits, channel: number[], bitsPerSample: number, plan: SubframePlan): void {
  const { kind, wasted = 0 } = plan;
  const order = kind === 'linear' ? plan.weights!.length : (plan.order ?? 0);
  const types = { constant: 0, verbatim: 1, fixed: 8 + order, linear: 31 + order };
  bits.put(types[kind], 7);
  bits.put(wasted ? 1 : 0, 1);
  if (wasted) bits.unary(wasted - 1);
  const size = bitsPerSample - wasted;
  const samples = channel.map((sample) => sample / 2 ** wasted);
  if (kind === 'constant') bits.put(samples[0]!, size);
  else if (kind === 'verbatim') for (const sample of samples) bits.put(sample, size);
  else putPredicted(bits, samples, size, plan);
}

/** Writes a number of up to 36 bits in extended UTF-8. */
function putNumber(bits: Bits, number: number): void {
  if (number < 128) return bits.put(number, 8);
  let octets = 2;
  while (number >= 2 ** (5 * octets + 1)) octets++;
  bits.put(2 ** octets - 1, octets);
  bits.put(0, 1);
  bits.put(Math.floor(number / 64 ** (octets - 1)), 7 - octets);
  for (let rest = octets - 2; rest >= 0; rest--) {
    bits.put(2, 2);
    bits.put(Math.floor(number / 64 ** rest) % 64, 6);
  }
}

/** Writes one frame of integer samples, a list for each channel; `number`: frame number of the header. */
export function flacFrame(
  channels: number[][],
  bitsPerSample: number,
  plan: FramePlan,
  number: number,
): number[] {
  const bits = createBits();
  const frames = channels[0]!.length;
  bits.put(0x3ffe, 14);
  bits.put(1, 2);
  bits.put(frames <= 256 ? 6 : 7, 4);
  bits.put(plan.rateCode ?? 0, 4);
  bits.put(plan.stereo ?? channels.length - 1, 4);
  bits.put(plan.sizeCode ?? 0, 3);
  bits.put(0, 1);
  putNumber(bits, number);
  bits.put(frames - 1, frames <= 256 ? 8 : 16);
  bits.put(crc(bits.octets, 8, 0x07), 8);
  const [a, b] = [channels[0]!, channels[1]!];
  const side = () => a.map((left, i) => left - b[i]!);
  const coded =
    plan.stereo === 8
      ? [a, side()]
      : plan.stereo === 9
        ? [side(), b]
        : plan.stereo === 10
          ? [a.map((left, i) => Math.floor((left + b[i]!) / 2)), side()]
          : channels;
  const sideAt = plan.stereo === 9 ? 0 : plan.stereo ? 1 : -1;
  for (const [i, samples] of coded.entries()) {
    const subframe = plan.subframes[i] ?? plan.subframes[0]!;
    putSubframe(bits, samples, bitsPerSample + (i === sideAt ? 1 : 0), subframe);
  }
  bits.align();
  bits.put(crc(bits.octets, 16, 0x8005), 16);
  return bits.octets;
}

/** Writes `fLaC` and STREAMINFO, followed by other blocks if given. */
export function flacHead(
  info: { sampleRate: number; channels: number; bits: number; maxFrames: number; totalFrames: number },
  blocks: Uint8Array[] = [],
): number[] {
  const bits = createBits();
  bits.put(0x664c6143, 32);
  bits.put(blocks.length === 0 ? 0x80 : 0, 8);
  bits.put(34, 24);
  bits.put(16, 16);
  bits.put(info.maxFrames, 16);
  bits.put(0, 48);
  bits.put(info.sampleRate, 20);
  bits.put(info.channels - 1, 3);
  bits.put(info.bits - 1, 5);
  bits.put(info.totalFrames, 36);
  bits.put(0, 128);
  for (const [i, block] of blocks.entries()) {
    bits.put(i === blocks.length - 1 ? 0x81 : 1, 8);
    bits.put(block.length, 24);
    for (const octet of block) bits.put(octet, 8);
  }
  return bits.octets;
}
