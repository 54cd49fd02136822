import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Rule =
  | 'eslint(no-restricted-imports)'
  | 'import(no-cycle)'
  | 'unicorn(no-useless-spread)'
  | `wortlaut(${string})`;
interface Probe {
  readonly rule: Rule;
  /** Path of the probe. `*` becomes a unique name. */
  readonly path: string;
  readonly code: string;
}

const importing = (specifier: string) =>
  `import { thing } from '${specifier}';\n\nexport const probe = thing;\n`;
const lazily = (specifier: string) => `export const probe = () => import('${specifier}');\n`;
const borderOf =
  (rule: Rule) =>
  ([path, specifier]: readonly [string, string]): Probe => ({ rule, path, code: importing(specifier) });
const lines = (count: number) => Array.from({ length: count }, (_, at) => `  use(${at});`).join('\n');

const layer = borderOf('eslint(no-restricted-imports)');
const door = borderOf('wortlaut(feature-doors)');
const product = borderOf('wortlaut(product-only)');
const probeOf = (rule: Rule) => (path: string, code: string) => ({ rule, path, code });
const cycle = probeOf('import(no-cycle)');
const folders = probeOf('wortlaut(folder-cycles)');
const length = probeOf('wortlaut(function-length)');
const sql = probeOf('wortlaut(sql-in-stores)');
const http = borderOf('wortlaut(http-in-routes)');
const asNever = probeOf('wortlaut(no-as-never)');
const spread = probeOf('unicorn(no-useless-spread)');

const refused: readonly Probe[] = [
  layer(['web/features/*.ts', '#workers/media/media.worker.ts']),
  layer(['web/features/*.ts', '#wasm/measure/level.ts']),
  layer(['web/features/*.ts', '#models/manifest.ts']),
  layer(['web/features/*.ts', '#api/session/session.store.ts']),
  layer(['web/features/*.ts', '../../api/session/session.store.ts']),
  layer(['web/ui/*.ts', '#web/lib/http.ts']),
  layer(['web/ui/*.ts', '#api/contract/session.ts']),
  layer(['workers/media/*.ts', '#web/lib/http.ts']),
  layer(['workers/media/*.ts', '../../web/lib/http.ts']),
  layer(['workers/media/*.ts', '#api/app.ts']),
  layer(['workers/media/*.ts', '#models/fetch.ts']),
  layer(['wasm/measure/*.ts', '#api/contract/recording.ts']),
  layer(['wasm/measure/*.ts', '../../api/lib/id.ts']),
  layer(['wasm/measure/*.ts', '#workers/rpc.ts']),
  layer(['models/*.ts', '#wasm/measure/level.ts']),
  layer(['api/session/*.ts', '#web/lib/http.ts']),
  layer(['api/session/*.ts', '../../web/lib/http.ts']),
  layer(['api/session/*.ts', '#workers/rpc.ts']),
  layer(['api/contract/*.ts', '#api/lib/error.ts']),
  layer(['api/contract/*.ts', 'hono']),
  layer(['api/contract/*.ts', 'marked']),
  layer(['api/contract/*.ts', '#api/shared/part-title.ts']),
  layer(['api/shared/*.ts', '#api/lib/id.ts']),
  layer(['api/shared/*.ts', '#wasm/measure/loudness.ts']),
  layer(['api/shared/*.ts', 'node:fs']),

  door(['web/features/a/*.ts', '#web/features/b/b.state.ts']),
  door(['web/features/a/deeper/*.ts', '../../b/b.state.ts']),
  door(['web/features/a/*.tsx', '#web/features/b/b-screen.tsx']),
  door(['web/features/a/*.ts', './index.ts']),
  door(['web/features/a/*.ts', '#web/shell/header.tsx']),
  door(['web/features/a/*.ts', '#web/routes.tsx']),
  door(['web/shell/*.ts', '#web/features/b/b.state.ts']),
  door(['web/shell/*.ts', '#web/features/b/b-screen.tsx']),
  door(['web/parts/a/*.ts', '#web/features/b/index.ts']),
  door(['web/parts/a/*.ts', '#web/shell/header.tsx']),
  door(['web/lib/*.ts', '#web/features/b/index.ts']),
  door(['web/ui/*.ts', '../features/b/index.ts']),
  { ...door(['web/features/a/*.ts', '']), code: lazily('#web/features/b/b-screen.tsx') },
  { ...door(['web/features/a/*.ts', '']), code: `export type Probe = import('#web/features/b/b.ts').B;\n` },
  { ...door(['web/features/a/*.ts', '']), code: `export * from '#web/features/b/b.ts';\n` },
  { ...door(['web/shell/*.ts', '']), code: lazily('#web/features/b/b.state.ts') },

  product(['api/media/*.ts', '../../tools/kernel.ts']),
  product(['api/*.ts', '../tools/kernel.ts']),
  product(['api/contract/*.ts', '../../tools/kernel.ts']),
  product(['web/*.ts', '../tools/kernel.ts']),
  product(['web/ui/*.ts', '../../tools/kernel.ts']),
  product(['workers/media/*.ts', '../../tools/kernel.ts']),
  product(['wasm/*.ts', '../tools/kernel.ts']),
  product(['wasm/measure/*.ts', '../../bench/report.ts']),
  product(['wasm/measure/*.ts', '../reference/true-peak.ts']),
  product(['api/media/*.ts', '#wasm/reference/true-peak.ts']),
  product(['web/features/*.ts', '#wasm/reference/true-peak.ts']),
  product(['models/*.ts', '../tools/kernel.ts']),
  product(['models/*.ts', '../wasm/reference/true-peak.ts']),
  product(['wasm/measure/*.ts', '#wasm/reference/level.ts']),
  product(['workers/media/*.ts', '#wasm/reference/level.ts']),
  product(['web/features/*.ts', '../../bench/page.ts']),
  product(['api/session/*.ts', '#api/testing/test-db.ts']),
  product(['api/session/*.ts', './session.test.ts']),

  cycle('wasm/one/types-a.ts', `import type { B } from './types-b.ts';\n\nexport type A = B[];\n`),
  cycle('wasm/one/types-b.ts', `import type { A } from './types-a.ts';\n\nexport type B = A[];\n`),
  folders('wasm/left/a.ts', `import { right } from '#wasm/right/b.ts';\n\nexport const left = right;\n`),
  folders(
    'wasm/right/c.ts',
    `import type { Middle } from '#wasm/middle/d.ts';\n\nexport type Right = Middle;\n`,
  ),
  folders('wasm/middle/d.ts', `export type Middle = import('#wasm/left/e.ts').Left;\n`),
  folders('web/features/left/index.ts', `export { right } from '#web/features/right/index.ts';\n`),
  folders('web/features/right/f.ts', `export type { Left } from '#web/features/left/index.ts';\n`),

  length('api/session/*.ts', `export function probe() {\n${lines(79)}\n}\n`),
  length('web/features/a/*.tsx', `export const useProbe = () => {\n${lines(79)}\n};\n`),
  length('web/features/a/*.tsx', `export function Probe() {\n${lines(119)}\n}\n`),
  length('web/features/a/*.tsx', `export const probe = () => {\n${lines(118)}\n  return <p />;\n};\n`),

  sql('api/session/*.rules.ts', `export const probe = (db) => db.selectFrom('session').execute();\n`),
  sql('api/session/*.routes.ts', `export const probe = (db) => db.insertInto('session').execute();\n`),
  sql('api/session/*.ts', `export const probe = (db) => db.updateTable('session').execute();\n`),
  sql('api/session/*.job.ts', `export const probe = (db) => db.deleteFrom('session').execute();\n`),
  sql('api/session/*.ts', 'export const probe = (sql, db) => sql`select 1`.execute(db);\n'),
  sql('api/session/*.ts', `export const probe = (db) => db.prepare('select 1 from session');\n`),

  http(['api/session/*.rules.ts', 'hono']),
  http(['api/session/*.store.ts', 'hono/http-exception']),
  http(['api/session/*.ts', '@hono/node-server']),
  {
    ...http(['api/session/*.ts', '']),
    code: `export type Probe = import('hono').Context;
`,
  },

  asNever('api/session/*.routes.ts', `export const probe = (c) => c.json({}) as never;\n`),
  asNever('web/lib/*.ts', `export const probe = (body: object) => body as never;\n`),

  spread('api/session/*.ts', `export const probe = (a, b) => ({ ...{ a, b } });\n`),
  spread('web/lib/*.ts', `export const probe = (a) => [...['x', 'y'], a];\n`),
  spread('bench/*.ts', `export const probe = (run) => run(...['x', 'y']);\n`),
];

const allowed: readonly Probe[] = [
  layer(['web/features/*.ts', '#workers/media/media.client.ts']),
  layer(['web/features/*.ts', '#workers/media/media.contract.ts']),
  layer(['web/features/*.ts', '#api/contract/session.ts']),
  layer(['web/features/*.ts', '#api/shared/part-title.ts']),
  layer(['workers/media/*.ts', '#api/shared/part-title.ts']),
  layer(['api/contract/*.ts', 'zod']),
  layer(['api/shared/*.ts', '#api/contract/limits.ts']),
  layer(['workers/media/*.ts', '#wasm/measure/level.ts']),
  layer(['workers/media/*.ts', '#models/manifest.ts']),
  layer(['api/session/*.ts', '#wasm/windows/windows.ts']),

  door(['web/features/a/*.ts', '#web/features/b/index.ts']),
  door(['web/features/a/deeper/*.ts', '#web/features/a/a.state.ts']),
  door(['web/features/a/*.ts', '#web/parts/player/player.ts']),
  door(['web/shell/*.ts', '#web/features/b/index.ts']),
  door(['web/parts/a/*.ts', '#web/parts/b/b.ts']),
  door(['web/features/a/*.test.ts', '#web/features/b/b.state.ts']),
  { ...door(['web/shell/*.ts', '']), code: lazily('#web/features/b/b-screen.tsx') },
  { ...door(['web/routes.tsx', '']), code: lazily('#web/features/b/b-screen.tsx') },

  product(['wasm/reference/*.ts', './level.ts']),
  product(['wasm/measure/*.test.ts', '#wasm/reference/level.ts']),
  product(['bench/*.ts', '#wasm/reference/level.ts']),
  product(['tools/*.ts', './kernel.ts']),

  cycle('wasm/one/types-c.ts', `import type { A } from './types-a.ts';\n\nexport type C = A;\n`),
  folders('wasm/right/b.ts', `export const right = 1;\n`),
  folders('wasm/above/g.ts', importing('#wasm/left/a.ts')),
  folders('wasm/left/back.test.ts', importing('#wasm/above/g.ts')),

  length('api/session/*.ts', `export function probe() {\n${lines(78)}\n}\n`),
  length('web/features/a/*.tsx', `export function Probe() {\n${lines(118)}\n}\n`),
  length('api/session/*.test.ts', `export function probe() {\n${lines(79)}\n}\n`),
  length('web/features/a/*-doubles.tsx', `export const useProbe = () => {\n${lines(79)}\n};\n`),
  length('bench/*.ts', `export function probe() {\n${lines(79)}\n}\n`),

  sql('api/session/*.store.ts', `export const probe = (db) => db.selectFrom('session').execute();\n`),
  sql('api/db/*.ts', 'export const probe = (sql, db) => sql`select 1`.execute(db);\n'),
  sql('api/session/*.test.ts', `export const probe = (db) => db.deleteFrom('session').execute();\n`),
  sql('api/session/*.ts', `export const probe = (text) => /^select (.*)/.exec(text);\n`),

  http(['api/session/*.routes.ts', 'hono']),
  http(['api/http/*.ts', 'hono/http-exception']),
  http(['api/session/*.test.ts', 'hono']),

  asNever('api/session/*.routes.ts', `export const probe = (c) => c.json({}) as object;\n`),
  asNever('web/lib/*.test.ts', `export const probe = (body: object) => body as never;\n`),

  spread('api/session/*.ts', `export const probe = (a, b) => ({ ...a, ...(b ? { b } : {}) });\n`),
];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
}

let folder: string;
let paths: ReadonlyMap<Probe, string>;
let report: { readonly diagnostics: readonly Diagnostic[]; readonly number_of_files: number };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wortlaut-layers-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'tools'));
  symlinkSync(join(root, 'tools/lint'), join(folder, 'tools/lint'));
  paths = new Map(
    [...refused, ...allowed].map((probe, at) => [probe, probe.path.replace('*', `probe-${at}`)]),
  );
  for (const [{ code }, path] of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', ...paths.values()],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  report = JSON.parse(stdout);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const complaintsOf = (probe: Probe): string[] =>
  report.diagnostics
    .filter(({ code, filename }) => code === probe.rule && filename === paths.get(probe))
    .map(({ message }) => message);

test('the linter reads every probe', () => {
  expect(report.number_of_files).toBe(paths.size);
});

test.each(refused)('$rule refuses in $path: $code', (probe) => {
  expect(complaintsOf(probe)).not.toEqual([]);
});

test.each(allowed)('$rule allows in $path: $code', (probe) => {
  expect(complaintsOf(probe)).toEqual([]);
});

test('a cycle of folders is told with the files that make it', () => {
  const probe = refused.find(({ path }) => path === 'wasm/left/a.ts');
  expect(probe && complaintsOf(probe)).toEqual([
    'wasm/left imports wasm/right, which leads back: wasm/left/a.ts imports wasm/right/b.ts, ' +
      'wasm/right/c.ts imports wasm/middle/d.ts, wasm/middle/d.ts imports wasm/left/e.ts.',
  ]);
});
