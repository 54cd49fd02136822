import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
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

it('what the server writes is for its own account: folder, database and keys', async () => {
  const { url, dataDir } = await killableServer();
  await createTestBrowser(url).register(petra);
  expect(await modeOf(dataDir)).toBe(0o700);
  for (const name of ['wortlaut.db', 'wortlaut.db-wal', 'server.lock', 'keys/oidc.json'])
    expect([name, await modeOf(dataDir, name)]).toEqual([name, 0o600]);
});
