import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

/** Attributes whose text people see or hear. */
const readOut = new Set([
  'alt',
  'title',
  'label',
  'hint',
  'placeholder',
  'summary',
  'confirmLabel',
  'cancelLabel',
  'closeLabel',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

/** Texts that are the same in all languages: the name of the product, and the label of a key. */
const allowed = new Set(['Wortlaut', 'M']);

type Node = { type: string; name?: Node | string; value?: Node | string };

/** Returns the texts between tags and in attributes that people see or hear. */
function literalsOf(path: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (/\p{L}/u.test(text) && !allowed.has(text.trim())) found.push(text.trim());
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'JSXText') add(node.value as string);
    if (node.type === 'JSXAttribute' && readOut.has((node.name as Node).name as string)) {
      const { type, value: text } = (node.value ?? {}) as Node;
      if (type === 'Literal') add(text as string);
    }
    Object.values(node).forEach(walk);
  };
  walk(parseSync(path, readFileSync(path, 'utf8')).program);
  return found;
}

const root = join(import.meta.dirname, '..');
const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !/\.test\.|-fixture|^testing/.test(name),
);

describe('The page', () => {
  test('shows no text that is written in a component instead of `web/i18n`', () => {
    expect(screens.length).toBeGreaterThan(100);
    const wrong = screens.flatMap((name) => literalsOf(join(root, name)).map((text) => [name, text]));
    expect(wrong).toEqual([]);
  });
});
