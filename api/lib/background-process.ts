import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const keptErrorBytes = 2_000;
// a lower priority than the server's, so that requests are answered first
const niceness = 5;
// Short-lived objects are collected at 2 MB instead of 64 MB. This frees the samples and tensors that they hold outside of the
// JavaScript heap earlier.
const smallYoungGeneration = '--max-semi-space-size=1';

type BackgroundProcess = {
  child: ChildProcess;
  /** The last lines of its stderr. */
  stderrEnd(): string;
};

/**
 * Starts a script as a child process that computes beside the server. Of the server's environment it gets only `PATH` and
 * `TMPDIR`, so no secret.
 */
export function startBackgroundProcess(script: URL, args: readonly string[] = []): BackgroundProcess {
  const child = fork(fileURLToPath(script), args, {
    execArgv: [smallYoungGeneration],
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '/tmp' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let stderrEnd = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderrEnd = (stderrEnd + chunk.toString()).slice(-keptErrorBytes);
  });
  try {
    if (child.pid) setPriority(child.pid, niceness);
  } catch {
    // the process has ended already, or the machine does not allow it
  }
  return { child, stderrEnd: () => stderrEnd };
}
