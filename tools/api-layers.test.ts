import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Server folders without domain knowledge, from low to high: each imports only those before it. */
const lowFolders = ['contract', 'shared', 'lib', 'db', 'storage', 'http', 'media', 'engines'];

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'api'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !/^api\/(testing|db\/migrations)\//.test(path));
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const folderOf = (path: string): string => path.split('/').slice(1, -1)[0] ?? 'root';

const importsOf = new Map<string, Set<string>>();
for (const [path, source] of sources) {
  const folder = folderOf(path);
  const imported = importsOf.get(folder) ?? new Set();
  importsOf.set(folder, imported);
  for (const [, target] of source.matchAll(/(?:from|import)\s*\(?\s*'#(api\/[^']+)'/g))
    if (folderOf(target!) !== folder) imported.add(folderOf(target!));
}

test.each(lowFolders)('api/%s imports only what is below it', (folder) => {
  const below = new Set(lowFolders.slice(0, lowFolders.indexOf(folder)));
  const wrong = [...(importsOf.get(folder) ?? [])].filter((each) => !below.has(each));
  expect(wrong).toEqual([]);
});
