import { chmod, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { makePrivate } from './private-folder.ts';

const modeOf = async (...path: string[]): Promise<number> => (await stat(join(...path))).mode & 0o777;

it('takes the rights of others from a folder of an older version and all in it, and follows no link out of it', async () => {
  const [folder, outside] = [await testFolder(), await testFolder()];
  await mkdir(join(folder, 'audio/ab'), { recursive: true });
  await writeFile(join(folder, 'audio/ab/x'), 'sound');
  await writeFile(join(outside, 'theirs'), 'x');
  await symlink(join(outside, 'theirs'), join(folder, 'link'));
  for (const path of ['', 'audio', 'audio/ab']) await chmod(join(folder, path), 0o755);
  await chmod(join(folder, 'audio/ab/x'), 0o644);
  await chmod(join(outside, 'theirs'), 0o644);
  expect(await makePrivate(folder)).toBe(true);
  expect([await modeOf(folder), await modeOf(folder, 'audio'), await modeOf(folder, 'audio/ab')]).toEqual([
    0o700, 0o700, 0o700,
  ]);
  expect(await modeOf(folder, 'audio/ab/x')).toBe(0o600);
  expect(await modeOf(outside, 'theirs')).toBe(0o644);
});

it('does not examine the content of a folder that is private already, also if DATA_DIR is a symbolic link', async () => {
  const [folder, at] = [await testFolder(), await testFolder()];
  await writeFile(join(folder, 'x'), '');
  for (const path of ['', 'x']) await chmod(join(folder, path), 0o755);
  const link = join(at, 'data');
  await symlink(folder, link);
  expect(await makePrivate(link)).toBe(true);
  expect([await modeOf(folder), await modeOf(folder, 'x')]).toEqual([0o700, 0o700]);
  // The rest of the folder is not examined again.
  await chmod(join(folder, 'x'), 0o755);
  expect(await makePrivate(link)).toBe(true);
  expect(await modeOf(folder, 'x')).toBe(0o755);
});

it('goes on if files are removed meanwhile', async () => {
  const folder = await testFolder();
  const names = Array.from({ length: 300 }, (_, index) => join('a', String(index)));
  for (const name of ['b', ...names]) {
    await mkdir(join(folder, name), { recursive: true });
    await chmod(join(folder, name), 0o755);
  }
  await chmod(folder, 0o755);
  const done = makePrivate(folder);
  await rm(join(folder, 'a'), { recursive: true });
  expect(await done).toBe(true);
  expect([await modeOf(folder), await modeOf(folder, 'b')]).toEqual([0o700, 0o700]);
});

it('what the server writes is for its own account: folder, database and keys', async () => {
  const { url, dataDir } = await killableServer();
  await createTestBrowser(url).register(petra);
  expect(await modeOf(dataDir)).toBe(0o700);
  for (const name of ['wortlaut.db', 'wortlaut.db-wal', 'server.lock', 'keys/oidc.json'])
    expect([name, await modeOf(dataDir, name)]).toEqual([name, 0o600]);
});
