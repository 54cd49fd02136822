import type { Bands } from './mp3-bands.ts';
import { layHuffman } from './mp3-huffman.ts';
import { windowAt } from './mp3-window.ts';

const list = (length: number, value: (i: number) => number) => Array.from({ length }, (_, i) => value(i));

/**
 * The synthesis window in the order in which `wasm/native/codec/layer3-synthesis.ts` reads it: for each j, weights for
 * the samples j to j + 3 and 32 − j down to 29 − j of a slot. They come in pairs for cosine values of an even and of an
 * odd age, in slots.
 */
const synthesisWindow = [0, 4, 8, 12].flatMap((j) =>
  list(8, (i) => 64 * i).flatMap((at) => [
    ...list(4, (lane) => windowAt(at + j + lane)),
    ...list(4, (lane) => (j + lane === 0 ? 0 : -windowAt(at + 32 - j - lane))),
    ...list(4, (lane) => -windowAt(at + 32 + j + lane)),
    ...list(4, (lane) => (j + lane === 0 ? 0 : -windowAt(at + 64 - j - lane))),
  ]),
);

/** Windows of 36 samples by block type (ISO/IEC 11172-3 2.4.3.4). */
const blockWindows: Record<number, (i: number) => number> = {
  0: (i) => Math.sin((Math.PI / 36) * (i + 0.5)),
  1(i) {
    if (i < 18) return Math.sin((Math.PI / 36) * (i + 0.5));
    if (i < 24) return 1;
    return i < 30 ? Math.sin((Math.PI / 12) * (i - 18 + 0.5)) : 0;
  },
  3: (i) => blockWindows[1]!(35 - i),
};

function sourceOf(i: number): [n: number, sign: number] {
  if (i < 9) return [9 + i, 1];
  return i < 27 ? [26 - i, -1] : [i - 27, -1];
}

/** Frequency inversion: odd samples of odd subbands change sign. */
const inversion = (i: number, lane: number) => (i % 2 === 1 && lane % 2 === 1 ? -1 : 1);

const longWindow = (lowType: number, type: number) =>
  list(36, (i) => i).flatMap((i) => {
    const [n, sign] = sourceOf(i);
    const weight = sign / (2 * Math.cos((Math.PI / 72) * (2 * n + 1)));
    return list(4, (lane) => weight * inversion(i, lane) * blockWindows[lane < 2 ? lowType : type]!(i));
  });

const cosines9 = list(32, (i) => Math.cos((Math.PI / 18) * (1 + (i % 8)) * (2 * (i >> 3) + 1)));
const secants9 = list(12, (n) => 1 / (2 * Math.cos((Math.PI / 36) * (2 * n + 1))));
const cosines6 = list(36, (i) => Math.cos((Math.PI / 24) * (2 * Math.floor(i / 6) + 1) * (2 * (i % 6) + 1)));
const secants32 = [32, 16, 8, 4, 2].flatMap((size) =>
  list(size / 2, (k) => 1 / (2 * Math.cos((Math.PI / 2 / size) * (2 * k + 1)))),
);

/** Coefficients of the alias reduction (ISO/IEC 11172-3 table B.9). */
const aliasFactors = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037];
const aliases = [
  ...aliasFactors.map((c) => 1 / Math.hypot(1, c)),
  ...aliasFactors.map((c) => c / Math.hypot(1, c)),
];

/**
 * Share of the left channel in intensity stereo, by position; the right channel gets the rest. Position 6 is all left,
 * 7 is invalid.
 */
const shares1 = list(8, (i) =>
  i < 6 ? Math.tan((i * Math.PI) / 12) / (1 + Math.tan((i * Math.PI) / 12)) : 1,
);
const shares2 = [1, 2].flatMap((step) => {
  const faint = list(16, (i) => 2 ** ((-step * ((i + 1) >> 1)) / 4));
  return [faint.map((share, i) => (i % 2 ? share : 1)), faint.map((share, i) => (i % 2 ? 1 : share))];
});
const shares = [...shares1, ...shares1.map((share) => 1 - share), ...shares2.flat()];

/** Constants of all streams, in the order of `wasm/native/codec/layer3-tables.ts`. */
const numbers = Float32Array.from([
  ...list(8_208, (i) => i ** (4 / 3)),
  ...list(512, (i) => 2 ** ((i - 400) / 4)),
  ...synthesisWindow,
  ...list(8, (i) => -windowAt(48 + 64 * i)),
  ...[longWindow(0, 0), longWindow(1, 1), longWindow(3, 3), longWindow(0, 1), longWindow(0, 3)].flat(),
  ...list(12, (i) => Math.sin((Math.PI / 12) * (i + 0.5))),
  1,
  -1,
  1,
  -1,
  ...cosines9,
  ...secants9,
  ...cosines6,
  ...secants32,
  0,
  ...aliases,
  ...shares,
]);

const padded = (values: number[], length: number) => list(length, (i) => values[i] ?? 576);

/** Returns the position of coefficient `i` where the coefficients of four neighbouring subbands form vectors. */
const laneOf = (i: number) => {
  const subband = Math.floor(i / 18);
  return (subband >> 2) * 72 + (i % 18) * 4 + (subband & 3);
};

export function layTables(bands: Bands): Uint8Array {
  const { lookups, index } = layHuffman();
  const small = Uint16Array.from([
    ...padded(bands.long, 40),
    ...padded(bands.short, 40),
    ...padded(bands.mixed, 40),
    ...bands.shortOrder.map(laneOf),
    ...bands.mixedOrder.map(laneOf),
  ]);
  const parts = [numbers, small, index, lookups];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}
