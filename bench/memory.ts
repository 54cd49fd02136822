/** Memory and CPU time of other processes (Linux: `/proc/PID`). */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns a file of `/proc/PID`; an empty text if the process has ended. */
export function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export const allPids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Returns the ids of the servers with this data folder. */
export const serverPids = (dataDir: string): string[] =>
  allPids().filter((pid) => readOf(pid, 'environ').includes(`DATA_DIR=${dataDir}\0`));

/** Returns a line of `/proc/PID/status` or `smaps_rollup`, such as `VmRSS`, in bytes; 0 if the process has ended. */
const bytesOf = (pid: string, file: string, name: string): number =>
  1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readOf(pid, file))?.[1] ?? 0);

/** Returns the proportional set size: pages that several processes share are divided among them. */
export const pssBytesOf = (pid: string): number => bytesOf(pid, 'smaps_rollup', 'Pss');
export const rssBytesOf = (pid: string): number => bytesOf(pid, 'status', 'VmRSS');
export const peakRssBytesOf = (pid: string): number => bytesOf(pid, 'status', 'VmHWM');

/** Clock ticks per second (USER_HZ) of Linux. */
const ticksPerS = 100;

/** Returns the CPU time of a process, s (utime and stime). It hardly depends on the load of the machine. */
export function cpuSOf(pid: string): number {
  // The name of the process may contain spaces, so the fields are counted from the end of the name: state is the
  // third field, the times are the 14th and 15th.
  const fields = readOf(pid, 'stat').split(') ').at(-1)!.split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerS;
}

/** Adds up a figure of several processes. */
export const sumOf = (pids: readonly string[], of: (pid: string) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

const renderersOf = (userDataDir: string): string[] =>
  allPids().filter((pid) => {
    const command = readOf(pid, 'cmdline');
    return command.includes('--type=renderer') && command.includes(userDataDir);
  });

/** Returns the memory of all renderer processes of one browser. */
export const rendererPssBytes = (userDataDir: string): number => sumOf(renderersOf(userDataDir), pssBytesOf);

/** Returns the CPU time of one browser's renderers, s. */
export const rendererCpuS = (userDataDir: string): number => sumOf(renderersOf(userDataDir), cpuSOf);
