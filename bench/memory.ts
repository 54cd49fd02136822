import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended meanwhile
  }
};

/** Process ids of all renderers of one browser. */
function renderersOf(userDataDir: string): string[] {
  const isOurs = (pid: string) => {
    const command = read(`/proc/${pid}/cmdline`);
    return command.includes('--type=renderer') && command.includes(userDataDir);
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name));
}

/** Proportional set size of all renderer processes of one browser, bytes (Linux: /proc/PID/smaps_rollup). */
export function rendererPssBytes(userDataDir: string): number {
  let total = 0;
  for (const pid of renderersOf(userDataDir))
    total += 1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return total;
}

/** Clock ticks of Linux as user programs see them. */
const ticksPerS = 100;

/**
 * What the renderers of one browser have computed so far, s of one core (/proc/PID/stat, utime and stime): unlike the time that
 * passes, hardly longer on a busy machine.
 */
export function rendererCpuS(userDataDir: string): number {
  let ticks = 0;
  for (const pid of renderersOf(userDataDir)) {
    // Behind the name, which may hold spaces: state is the third field, the two times are the 14th and 15th.
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / ticksPerS;
}
