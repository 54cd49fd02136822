import { sum4 } from '../kernel/math';

const firstState: i32 = 0x1f2e3d4c;
let state: i32 = firstState;

export function noiseCreate(): void {
  state = firstState;
}

/**
 * Fills a band with noise of energy `level`² (ISO/IEC 14496-3 4.6.13). The standard does not specify the generator; this is
 * ffmpeg's, so that both decoders give the same output.
 */
export function makeNoise(out: usize, end: usize, level: f32): void {
  let energies = f32x4.splat(0);
  for (let at = out; at < end; at += 16) {
    const a = state * 1664525 + 1013904223;
    const b = a * 1664525 + 1013904223;
    const c = b * 1664525 + 1013904223;
    state = c * 1664525 + 1013904223;
    let drawn = i32x4.splat(a);
    drawn = i32x4.replace_lane(drawn, 1, b);
    drawn = i32x4.replace_lane(drawn, 2, c);
    drawn = i32x4.replace_lane(drawn, 3, state);
    const noise = f32x4.convert_i32x4_s(drawn);
    v128.store(at, noise);
    energies = f32x4.add(energies, f32x4.mul(noise, noise));
  }
  const scale = f32x4.splat(level / sqrt<f32>(sum4(energies)));
  for (let at = out; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), scale));
}
