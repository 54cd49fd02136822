import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { testFolder } from '#api/testing/test-folder.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

it('is written with its folders, for the user of the server alone', async () => {
  const path = join(await testFolder(), 'deep/keys/a.json');
  expect(readPrivateFile(path)).toBeNull();
  writePrivateFile(path, 'one');
  writePrivateFile(path, 'two');
  expect(readPrivateFile(path)?.toString()).toBe('two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  expect(existsSync(`${path}.new`)).toBe(false);
});

it('without content was begun and never written', async () => {
  const path = join(await testFolder(), 'a.json');
  writeFileSync(path, '');
  expect(readPrivateFile(path)).toBeNull();
});

it('is whole at any moment at which the writer may be killed', async () => {
  const path = join(await testFolder(), 'a');
  const lengthOf = 4_000_000;
  const code = `
    const { writePrivateFile } = await import(${JSON.stringify(join(import.meta.dirname, 'private-file.ts'))});
    for (let count = 0; ; count++) writePrivateFile(${JSON.stringify(path)}, Buffer.alloc(${lengthOf}, 97 + (count % 2)));
  `;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill('SIGKILL'));
  while (!existsSync(path)) await turn();
  for (let count = 0; count < 300; count++) {
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(lengthOf);
    expect(bytes.equals(Buffer.alloc(lengthOf, bytes[0]))).toBe(true);
    await turn();
  }
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  expect(readFileSync(path)).toHaveLength(lengthOf);
});
