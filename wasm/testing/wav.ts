export function toWav(samples: Float32Array, sampleRate: number, channels = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [i, sample] of samples.entries())
    view.setInt16(44 + i * 2, Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), true);
  return bytes;
}

/** Reads a plain wav file of 16-bit integers or 32-bit floating point. */
export function fromWav(bytes: Uint8Array): { samples: Float32Array; sampleRate: number; channels: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  let at = 12;
  let sampleRate = 0;
  let channels = 0;
  let octets = 2;
  while (name(at) !== 'data') {
    if (name(at) === 'fmt ') {
      channels = view.getUint16(at + 10, true);
      sampleRate = view.getUint32(at + 12, true);
      octets = view.getUint16(at + 22, true) / 8;
    }
    at += 8 + view.getUint32(at + 4, true);
  }
  const count = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8) / octets;
  const read = (i: number) =>
    octets === 4 ? view.getFloat32(at + 8 + i * 4, true) : view.getInt16(at + 8 + i * 2, true) / 32_768;
  const samples = Float32Array.from({ length: Math.floor(count) }, (_, i) => read(i));
  return { samples, sampleRate, channels };
}
