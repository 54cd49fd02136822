/**
 * Amplitude above which a sample belongs to a burst: 40 dB above full scale. No encoder produces such a sample: it
 * comes from a damaged frame, and a few of them would dominate the loudness of the whole recording.
 * `wasm/codec/burst.ts` has the same limit.
 */
const loudest: f32 = 100;

/** True if one of `count` samples (a multiple of four) exceeds the limit, or is NaN. */
export function isBurst(samples: usize, count: i32): bool {
  const limit = f32x4.splat(loudest);
  let isSound = i32x4.splat(-1);
  const end = samples + ((<usize>count) << 2);
  for (let at = samples; at < end; at += 16)
    isSound = v128.and(isSound, f32x4.le(f32x4.abs(v128.load(at)), limit));
  return !i32x4.all_true(isSound);
}
