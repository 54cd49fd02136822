import { spawn } from 'node:child_process';

export function startBusyLoops(count: number): { end(): void } {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  return {
    end() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
