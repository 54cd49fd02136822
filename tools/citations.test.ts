import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = ['api', 'bench', 'e2e', 'models', 'tools', 'wasm', 'web', 'workers'];
const product = readFileSync(join(root, 'docs/product.md'), 'utf8');
const sections = new Set([...product.matchAll(/^#+ (§[\d.]+)/gm)].map(([, section]) => section));

const cited = /§\d+(?:\.\d+)*/g;
// Lines that cite the section of a standard or a book, or use the sign for something else.
const isOther = /RFC|ISO|Duden|WebVTT|Boytsov|Radford|read-result/;
// The former citation style, by a catchword of a document outside the repository.
const byCatchword = /^\s*(?:\/\/|\/?\*).*(?:\(|; |\* )(?:decisions|shapes)(?::|\))/;

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name) && name !== 'tools/citations.test.ts');
const lines = files.flatMap((name) =>
  readFileSync(join(root, name), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, place: `${name}:${index + 1}` })),
);

it('every section that a comment cites is in docs/product.md', () => {
  expect(sections.size).toBeGreaterThan(20);
  const missing = lines
    .filter(({ text, place }) => !isOther.test(`${place} ${text}`))
    .flatMap(({ text, place }) =>
      [...text.matchAll(cited)]
        .filter(([section]) => !sections.has(section))
        .map(([section]) => `${place} ${section}`),
    );
  expect(missing).toEqual([]);
});

it('no comment cites a document that is not in the repository', () => {
  expect(lines.filter(({ text }) => byCatchword.test(text)).map(({ place }) => place)).toEqual([]);
});

it('every file that a document names is there', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const named = documents.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /`((?:api|bench|docs|e2e|models|tools|wasm|web|workers)\/[\w./-]+)`/g,
      ),
    ].map(([, path]) => ({ name, path: path! })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
