import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
type Package = { license?: string; dev?: boolean };
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
/** What an installation without development packages has, with its licence as the lock file tells it. */
const production = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { license = '' }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }));

// what asks for no more than that its text is kept
const permissive =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|CC0-1\.0)( (AND|OR) (MIT|BSD|CC0-1\.0))*\)?$/;
/** The field is missing in package.json, the text is there. */
const byText: Readonly<Record<string, RegExp>> = { 'png-js': /^MIT License/ };

test('the packages of an installation for use name their licences', () => {
  const silent = production.filter(({ license }) => license === '').map(({ name }) => name);
  expect(silent).toEqual(Object.keys(byText));
  for (const [name, text] of Object.entries(byText)) {
    expect(existsSync(join(root, 'node_modules', name, 'LICENSE'))).toBe(true);
    expect(read(`node_modules/${name}/LICENSE`)).toMatch(text);
  }
});

test('NOTICE names each of them that asks for more than keeping a text', () => {
  const notice = read('NOTICE');
  const asking = production.filter(({ name, license }) => !permissive.test(license) && !(name in byText));
  expect(asking.map(({ name }) => name)).toContain('@ffmpeg/core');
  // fonts and dictionaries are told as families
  const isNamed = (name: string): boolean =>
    notice.includes(`\`${name}\``) || notice.includes(`\`${name.replace(/\/.*/, '/*')}\``);
  expect(asking.filter(({ name }) => !isNamed(name))).toEqual([]);
});

test('an installation for use has no image library: sharp and libvips came with what only tests use', () => {
  const images = production.filter(({ name }) => name === 'sharp' || name.startsWith('@img/'));
  expect(images).toEqual([]);
});
