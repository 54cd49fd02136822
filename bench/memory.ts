import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended meanwhile
  }
};

/** Proportional set size of all renderer processes of one browser, bytes (Linux: /proc/PID/smaps_rollup). */
export function rendererPssBytes(userDataDir: string): number {
  let total = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = read(`/proc/${pid}/cmdline`);
    if (!command.includes('--type=renderer') || !command.includes(userDataDir)) continue;
    total += 1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return total;
}
