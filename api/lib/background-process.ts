import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const keptErrorBytes = 2_000;
// The child has a lower priority than the server, so that requests are answered first.
const niceness = 5;
// V8 then collects short-lived objects at 2 MB instead of 64 MB. That frees earlier the samples and tensors that they
// hold outside the JavaScript heap.
const smallYoungGeneration = '--max-semi-space-size=1';

type BackgroundProcess = {
  child: ChildProcess;
  stderrEnd(): string;
};

/** Starts a script as a child process. It inherits only `PATH` and `TMPDIR` from the environment, so no secret. */
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
    // The process has already ended, or the system does not allow it.
  }
  return { child, stderrEnd: () => stderrEnd };
}
