import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { killableServer } from '#api/testing/killable-server.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { testServer } from '#api/testing/test-server.ts';
import { lockFolder } from './folder-lock.ts';
import { openDb } from './open.ts';

const lockPath = join(import.meta.dirname, 'folder-lock.ts');

/** Starts a process that holds the lock and has a child process, which outlives it. */
async function holder(folder: string) {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(lockPath)});
    const { spawn } = await import('node:child_process');
    await lockFolder(${JSON.stringify(folder)}, { waitMs: 0 });
    const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log(sleeper.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(child.stdout, 'data')) as [Buffer];
  const sleeper = Number(pid.toString());
  onTestFinished(() => {
    child.kill('SIGKILL');
    process.kill(sleeper, 'SIGKILL');
  });
  return { child, isSleeping: () => process.kill(sleeper, 0) };
}

describe('the lock of a folder', () => {
  it('is one process’s only, until it releases it', async () => {
    const folder = await testFolder();
    const lock = await lockFolder(folder, { waitMs: 0 });
    expect(await lockFolder(folder, { waitMs: 0 })).toBeNull();
    lock!.release();
    const next = await lockFolder(folder, { waitMs: 0 });
    expect(next).not.toBeNull();
    next!.release();
  });

  it('is waited for while its holder ends', async () => {
    const folder = await testFolder();
    const lock = await lockFolder(folder, { waitMs: 0 });
    const next = lockFolder(folder, { waitMs: 60_000, onWait: () => lock!.release() });
    expect(await next).not.toBeNull();
    (await next)!.release();
  });

  it('is free at once when its holder was killed, even if a child process of it lives on', async () => {
    const folder = await testFolder();
    const { child, isSleeping } = await holder(folder);
    expect(await lockFolder(folder, { waitMs: 0 })).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isSleeping()).toBe(true);
    (await lockFolder(folder, { waitMs: 0 }))!.release();
  });
});

describe('a second server on a data folder', () => {
  it('does not start, says why, and touches nothing', async () => {
    const first = await testServer();
    const sound = join(first.dataDir, 'tmp', 'running.pcm');
    await mkdir(join(first.dataDir, 'tmp'), { recursive: true });
    await writeFile(sound, 'sound of a running job');
    await expect(testServer({ DATA_DIR: first.dataDir }, { lockWaitMs: 0 })).rejects.toMatchObject({
      name: 'StartError',
      message: `DATA_DIR ${first.dataDir} is in use by another server: stop that one, or set DATA_DIR to another folder.`,
    });
    expect(await readFile(sound, 'utf8')).toBe('sound of a running job');
    expect((await fetch(`${first.url}/api/v1/health`)).ok).toBe(true);
  });

  it('starts when the first one has stopped', async () => {
    const first = await testServer();
    const second = testServer({ DATA_DIR: first.dataDir });
    await first.close();
    expect((await fetch(`${(await second).url}/api/v1/health`)).ok).toBe(true);
  });

  it('starts at once where the first one was killed', async () => {
    const first = await killableServer();
    await expect(testServer({ DATA_DIR: first.dataDir }, { lockWaitMs: 0 })).rejects.toThrow('is in use');
    await first.kill();
    await testServer({ DATA_DIR: first.dataDir }, { lockWaitMs: 0 });
  });

  it('does not keep commands from opening the database', async () => {
    const { dataDir } = await testServer();
    const db = openDb(join(dataDir, 'wortlaut.db'));
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    await db.destroy();
  });
});
