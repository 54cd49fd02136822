import { execFileSync, spawnSync } from 'node:child_process';

/** Returns the version of Debian's ffmpeg, which is installed if it is missing. Returns null if it is not available. */
export function ensureNativeFfmpeg(): string | null {
  const version = () => {
    const { status, stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
    return status === 0 ? (stdout.split('\n')[0] ?? '') : null;
  };
  const present = version();
  if (present) return present;
  try {
    const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], options);
  } catch {
    return null;
  }
  return version();
}

/** Runs ffmpeg on one thread. Returns its time, ms. */
export function timeFfmpeg(args: string[]): number {
  const startedAt = performance.now();
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-threads', '1', ...args]);
  return performance.now() - startedAt;
}
