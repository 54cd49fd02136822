type Plane =
  | Uint8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>;
type Format = { create(length: number): Plane; scale: number; bias: number };

/** Formats of decoded samples. Integers are scaled as in ffmpeg: −1 is reached, +1 is not. */
const formats: Record<string, Format> = {
  u8: { create: (length) => new Uint8Array(length), scale: 1 / 128, bias: 128 },
  s16: { create: (length) => new Int16Array(length), scale: 1 / 32_768, bias: 0 },
  s32: { create: (length) => new Int32Array(length), scale: 1 / 2_147_483_648, bias: 0 },
  f32: { create: (length) => new Float32Array(length), scale: 1, bias: 0 },
};

/**
 * Copies `count` frames from frame `from` on to the start of `target`, interleaved. It does not let `AudioData.copyTo`
 * convert them, because browsers convert differently.
 */
export function copyInterleaved(data: AudioData, from: number, count: number, target: Float32Array): void {
  const name = data.format ?? '';
  const format = formats[name.replace('-planar', '')];
  if (!format) throw new TypeError(`decoded format ${name}`);
  const channels = data.numberOfChannels;
  const { scale, bias } = format;
  const range = { frameOffset: from, frameCount: count };
  if (name === 'f32') return data.copyTo(target.subarray(0, count * channels), { planeIndex: 0, ...range });
  if (!name.endsWith('-planar')) {
    const plane = format.create(count * channels);
    data.copyTo(plane, { planeIndex: 0, ...range });
    for (let i = 0; i < plane.length; i++) target[i] = (plane[i]! - bias) * scale;
    return;
  }
  const plane = format.create(count);
  for (let channel = 0; channel < channels; channel++) {
    data.copyTo(plane, { planeIndex: channel, ...range });
    for (let i = 0, to = channel; i < count; i++, to += channels) target[to] = (plane[i]! - bias) * scale;
  }
}
