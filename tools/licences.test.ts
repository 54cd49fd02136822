import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
type Package = { license?: string; dev?: boolean };
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
/** Packages of an installation without development packages, with the licences from the lock file. */
const production = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { license = '' }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }));

// Licences that only require to keep their text.
const permissive =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|CC0-1\.0)( (AND|OR) (MIT|BSD|CC0-1\.0))*\)?$/;
/** Packages whose package.json names no licence, and the licence text that they contain instead. */
const byText: Readonly<Record<string, RegExp>> = { 'png-js': /^MIT License/ };

test('all packages of a production installation name their licences', () => {
  const silent = production.filter(({ license }) => license === '').map(({ name }) => name);
  expect(silent).toEqual(Object.keys(byText));
  for (const [name, text] of Object.entries(byText)) {
    expect(existsSync(join(root, 'node_modules', name, 'LICENSE'))).toBe(true);
    expect(read(`node_modules/${name}/LICENSE`)).toMatch(text);
  }
});

test('NOTICE names each package whose licence requires more than keeping its text', () => {
  const notice = read('NOTICE');
  const asking = production.filter(({ name, license }) => !permissive.test(license) && !(name in byText));
  expect(asking.map(({ name }) => name)).toContain('@ffmpeg/core');
  // NOTICE names fonts and dictionaries by scope, such as `@scope/*`.
  const isNamed = (name: string): boolean =>
    notice.includes(`\`${name}\``) || notice.includes(`\`${name.replace(/\/.*/, '/*')}\``);
  expect(asking.filter(({ name }) => !isNamed(name))).toEqual([]);
});

test('a production installation has no image library: sharp and libvips come only with packages for tests', () => {
  const images = production.filter(({ name }) => name === 'sharp' || name.startsWith('@img/'));
  expect(images).toEqual([]);
});
