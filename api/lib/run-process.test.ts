import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { runProcess } from './run-process.ts';

async function scriptOf(text: string): Promise<URL> {
  const path = join(await testFolder(), 'child.mjs');
  await writeFile(path, text);
  return pathToFileURL(path);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('answers what the process answered, as it was, and the process has ended', async () => {
  const script = await scriptOf(
    `process.once('message', ({ values }) => process.send({ pid: process.pid, sum: values[0] + values[1] }));`,
  );
  const { pid, sum } = await runProcess<{ pid: number; sum: number }>(script, {
    values: Float32Array.of(1, 2),
  });
  expect(sum).toBe(3);
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

test('tells what a process said that ended without an answer', async () => {
  const script = await scriptOf(`process.once('message', () => { throw new Error('no memory left'); });`);
  await expect(runProcess(script, {})).rejects.toThrow('no memory left');
});

test('ends the process in the middle when it is aborted', async () => {
  const pidPath = join(await testFolder(), 'pid');
  const script = await scriptOf(
    `import { writeFileSync } from 'node:fs';
     process.once('message', () => { writeFileSync(${JSON.stringify(pidPath)}, String(process.pid)); for (;;); });`,
  );
  const controller = new AbortController();
  const running = runProcess(script, {}, controller.signal);
  const pid = await eventually(
    async () => Number(await readFile(pidPath, 'utf8')) || Promise.reject(new Error()),
  );
  controller.abort(new Error('cancelled by the test'));
  await expect(running).rejects.toThrow('cancelled by the test');
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

test('the process ends although it computes when the one that asked is killed', async () => {
  const folder = await testFolder();
  const pidPath = join(folder, 'pid');
  const child = pathToFileURL(join(import.meta.dirname, 'run-process.ts')).href;
  const script = await scriptOf(
    `import { writeFileSync } from 'node:fs';
     const { answerParent } = await import(${JSON.stringify(child)});
     answerParent(async () => { writeFileSync(${JSON.stringify(pidPath)}, String(process.pid)); for (;;); });`,
  );
  const parent = fork(
    fileURLToPath(
      await scriptOf(
        `const { runProcess } = await import(${JSON.stringify(child)});
         await runProcess(new URL(${JSON.stringify(script.href)}), {});`,
      ),
    ),
    { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const pid = await eventually(
    async () => Number(await readFile(pidPath, 'utf8')) || Promise.reject(new Error()),
  );
  process.kill(pid, 'SIGTERM');
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await eventually(() => expect(isAlive(pid)).toBe(false));
});
