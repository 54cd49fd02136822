import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from './de/index.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.|-fixture|^testing|^i18n\/(?:de|en|fr|it)\//.test(name),
);

/** Keys of all sentences. Forms of the plural count as one key. */
function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([name, inner]) => {
    const key = `${prefix}${name}`;
    return typeof inner === 'string' ? [key.replace(/_(?:one|many|other)$/, '')] : keysOf(inner, `${key}.`);
  });
}

const escaped = (text: string): string => text.replace(/[.\\^$*+?()[\]{}|]/g, String.raw`\$&`);

/** A template such as `player.keys.${action}` refers to all keys of its form. Codes of errors and of quality contain dots. */
function formOf(template: string): string {
  const hole = /^(?:error|quality)\./.test(template) ? '.+' : '[^.]+';
  return template
    .split(/\$\{[^}]*\}/)
    .map(escaped)
    .join(hole);
}

test('every sentence has code that refers to it', () => {
  const code = sources.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  const literals = new Set([...code.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key));
  const templates = [...code.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) => template,
  );
  const forms = new RegExp(`^(?:${templates.map(formOf).join('|')})$`);
  const unreferenced = [...new Set(keysOf(de))].filter((key) => !literals.has(key) && !forms.test(key));
  expect(unreferenced).toEqual([]);
});
