import { execFileSync, spawnSync } from 'node:child_process';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { fromWav } from '#wasm/testing/wav.ts';

export const speechRate = 16_000;

/** A voice of espeak-ng: language and variant, and pitch from 0 to 99. */
export type Voice = { name: string; pitch: number };

const wordsPerMinute = 155;

/**
 * Returns the version of the synthesizer on which the fixture was trained (Debian's espeak-ng), which is installed if
 * it is missing. Returns null if it is not available.
 */
export function ensureEspeak(): string | null {
  const version = () => {
    const { status, stdout } = spawnSync('espeak-ng', ['--version'], { encoding: 'utf8' });
    return status === 0 ? stdout.trim().split('  ')[0]! : null;
  };
  const present = version();
  if (present) return present;
  try {
    const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'espeak-ng'], options);
  } catch {
    return null;
  }
  return version();
}

/** Speaks a sentence. Returns samples at 16 kHz, −1 to 1. */
export function say(text: string, { name, pitch }: Voice): Float32Array {
  const args = ['-v', name, '-s', String(wordsPerMinute), '-p', String(pitch), '--stdout', text];
  const { samples, sampleRate } = fromWav(execFileSync('espeak-ng', args, { maxBuffer: 1 << 26 }));
  const resampler = createMonoResampler({ sampleRate, channels: 1, targetRate: speechRate });
  const parts = [resampler.push(samples), resampler.finish()];
  const said = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  said.set(parts[0]!);
  said.set(parts[1]!, parts[0]!.length);
  return said;
}
