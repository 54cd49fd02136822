import { spawn, spawnSync } from 'node:child_process';
import { allPids, peakRssBytesOf, readOf } from '../memory.ts';

/** Result of the peer: LibreOffice converts a DOCX to PDF. Time in ms, peak memory in bytes. */
export type Converted = { version: string; tookMs: number; peakBytes: number };

/** Returns the peak memory so far of the largest process with this profile, bytes. */
const peakOf = (profile: string): number =>
  Math.max(
    0,
    ...allPids()
      .filter((pid) => readOf(pid, 'cmdline').includes(profile))
      .map(peakRssBytesOf),
  );

/**
 * Converts a DOCX to PDF. Returns null if LibreOffice is not installed. The profile exists already, as in normal use.
 */
export async function convertByOffice(path: string, folder: string): Promise<Converted | null> {
  const version = spawnSync('soffice', ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) return null;
  const profile = `${folder}/profile`;
  const options = [`-env:UserInstallation=file://${profile}`, '--headless'];
  spawnSync('soffice', [...options, '--terminate_after_init'], { timeout: 120_000 });
  const startedAt = performance.now();
  const child = spawn('soffice', [...options, '--convert-to', 'pdf', '--outdir', folder, path], {
    stdio: 'ignore',
  });
  let peakBytes = 0;
  const looking = setInterval(() => (peakBytes = Math.max(peakBytes, peakOf(profile))), 50);
  try {
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  } finally {
    clearInterval(looking);
  }
  return { version: version.stdout.trim(), tookMs: performance.now() - startedAt, peakBytes };
}
