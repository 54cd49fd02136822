/** Converts samples from −1 to 1 to 16 bits, as the server stores sound. */
export function toPcm16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at++)
    pcm[at] = Math.max(-32_768, Math.min(32_767, Math.round(samples[at]! * 32_768)));
  return pcm;
}
