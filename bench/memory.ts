import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
};

function renderersOf(userDataDir: string): string[] {
  const isOurs = (pid: string) => {
    const command = read(`/proc/${pid}/cmdline`);
    return command.includes('--type=renderer') && command.includes(userDataDir);
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name));
}

/**
 * Returns the proportional set size of all renderer processes of one browser, bytes (Linux: /proc/PID/smaps_rollup).
 */
export function rendererPssBytes(userDataDir: string): number {
  let total = 0;
  for (const pid of renderersOf(userDataDir))
    total += 1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return total;
}

/** Clock ticks per second (USER_HZ) of Linux. */
const ticksPerS = 100;

/**
 * Returns the CPU time of one browser's renderers, s (/proc/PID/stat, utime and stime). It hardly depends on the load
 * of the machine.
 */
export function rendererCpuS(userDataDir: string): number {
  let ticks = 0;
  for (const pid of renderersOf(userDataDir)) {
    // The name of the process may contain spaces, so the fields are counted from the end of the name: state is the
    // third field, the times are the 14th and 15th.
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / ticksPerS;
}
