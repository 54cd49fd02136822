import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The folders of the server that know no noun of the product, from low to high: each imports only those before it. */
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

/** Folders that a folder imports, types included. */
const importsOf = new Map<string, Set<string>>();
for (const [path, source] of sources) {
  const folder = folderOf(path);
  const imported = importsOf.get(folder) ?? new Set();
  importsOf.set(folder, imported);
  for (const [, target] of source.matchAll(/(?:from|import)\s*\(?\s*'#(api\/[^']+)'/g))
    if (folderOf(target!) !== folder) imported.add(folderOf(target!));
}

/** The folders on a way from a folder back to itself; empty if there is none. */
function cycleFrom(start: string): string[] {
  const seen = new Set<string>();
  const walk = (folder: string, way: string[]): string[] => {
    for (const next of importsOf.get(folder) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found.length > 0) return found;
    }
    return [];
  };
  return walk(start, [start]);
}

test('the folders of the server import each other one way', () => {
  expect([...importsOf.keys()].map(cycleFrom).filter((way) => way.length > 0)).toEqual([]);
});

test.each(lowFolders)('api/%s imports only what is below it', (folder) => {
  const below = new Set(lowFolders.slice(0, lowFolders.indexOf(folder)));
  const wrong = [...(importsOf.get(folder) ?? [])].filter((each) => !below.has(each));
  expect(wrong).toEqual([]);
});

test('product code imports no test helpers', () => {
  const wrong = [...sources].filter(([, source]) => /'#api\/testing\/|\.test\.ts'/.test(source));
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('SQL stands in stores', () => {
  const sql = /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/;
  const wrong = [...sources].filter(
    ([path, source]) => sql.test(source) && !/\.store\.ts$|^api\/db\//.test(path),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('rules, stores, jobs and the low folders know no HTTP', () => {
  const isPure = (path: string): boolean =>
    /\.(rules|store|job)\.ts$/.test(path) ||
    ['contract', 'shared', 'lib', 'db', 'storage', 'media', 'engines', 'jobs'].includes(folderOf(path));
  const wrong = [...sources].filter(
    ([path, source]) => isPure(path) && !path.startsWith('api/http/') && /'hono['/]/.test(source),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
