import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Specifiers that a file loads at run time, if they are literals. Types are left out. */
function loadedBy(code: string): string[] {
  const withoutTypes = code.replace(/^(?:import|export) type\s[^;]*;/gm, '');
  const forms = [
    /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'/gm,
    /^import\s+'([^']+)'/gm,
    /\bimport\('([^']+)'\)/g,
    /\bresolve\('([^']+)'\)/g,
    /\bnew URL\('(\.[^']+)', import\.meta\.url\)/g,
  ];
  return forms.flatMap((form) => [...withoutTypes.matchAll(form)].map(([, name = '']) => name));
}

function fileOf(importer: string, name: string): string | null {
  const path = name.replace(/\?.*$/, '');
  if (path.startsWith('.')) return relative(root, join(root, dirname(importer), path));
  return path.startsWith('#') ? path.slice(1) : null;
}

type Loaded = { importer: string; name: string };

function loadedFrom(entries: readonly string[]): { files: ReadonlySet<string>; loads: Loaded[] } {
  const files = new Set(entries);
  const loads: Loaded[] = [];
  for (const importer of files) {
    if (!/\.tsx?$/.test(importer) || !existsSync(join(root, importer))) continue;
    for (const name of loadedBy(readFileSync(join(root, importer), 'utf8'))) {
      const file = fileOf(importer, name);
      if (file) files.add(file);
      loads.push({ importer, name });
    }
  }
  return { files, loads };
}

const server = loadedFrom(['api/main.ts', 'models/main.ts']);
const page = loadedFrom(['web/main.tsx', 'web/start.ts']);

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

it('sees what a file loads', () => {
  const code = `import type { A } from 'types-only';
import {
  b,
} from 'several/lines';
import './side-effect.ts';
export { c } from '@scope/name/part';
const d = await import('later');
const e = require.resolve('resolved');
const f = fork(new URL('./child.ts', import.meta.url));`;
  expect(loadedBy(code).toSorted()).toEqual(
    ['several/lines', '@scope/name/part', './side-effect.ts', 'later', 'resolved', './child.ts'].toSorted(),
  );
});

it.each([
  ['server', server, ['api/jobs', 'api/media', 'models/fetch.ts', 'wasm/diarization']],
  ['page', page, ['web/features', 'web/ui', 'workers/media', 'wasm/analysis', 'api/contract']],
])('follows the imports of the %s', (_, { files }, parts) => {
  const isFollowed = (part: string) => [...files].some((file) => file.startsWith(part));
  expect(parts.filter(isFollowed)).toEqual(parts);
});

it('the server needs no package for development', () => {
  const missing = server.loads
    .filter(({ importer, name }) => fileOf(importer, name) === null && !isBuiltin(name))
    .filter(({ name }) => !(packageOf(name) in dependencies))
    .map(({ importer, name }) => `${importer}: ${name}`);
  expect(missing).toEqual([]);
});

it.each([
  ['server', server],
  ['page', page],
])('the %s loads no command, measurement or test', (_, { loads }) => {
  const wrong = loads
    .filter(({ importer, name }) =>
      /^(?:tools|bench|e2e)\/|\/testing\/|\.test\./.test(fileOf(importer, name) ?? ''),
    )
    .map(({ importer, name }) => `${importer}: ${name}`);
  expect(wrong).toEqual([]);
});
