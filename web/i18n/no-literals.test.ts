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

type Node = {
  type: string;
  name?: Node | string;
  value?: unknown;
  children?: readonly Node[];
  expression?: Node;
  consequent?: Node;
  alternate?: Node;
  left?: Node;
  right?: Node;
  operator?: string;
  quasis?: readonly { value: { cooked: string } }[];
};

/** Returns the strings that an expression may show: also within conditions, sums and templates, not within calls. */
function stringsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return (node.quasis ?? []).map((part) => part.value.cooked);
  if (node.type === 'JSXExpressionContainer') return stringsOf(node.expression);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(stringsOf);
  if (node.type === 'LogicalExpression') return stringsOf(node.right);
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [node.left, node.right].flatMap(stringsOf);
  return [];
}

/** Returns the texts between tags and in attributes that people see or hear. */
function literalsOf(path: string, source = readFileSync(path, 'utf8')): string[] {
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
      for (const text of stringsOf(node.value)) add(text);
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children ?? [])
        if (child.type === 'JSXExpressionContainer') for (const text of stringsOf(child)) add(text);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(path, source).program);
  return found;
}

const root = join(import.meta.dirname, '..');
const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !/\.test\.|-fixture|^testing/.test(name),
);

describe('The page', () => {
  test('would be found with a text in a tag, in braces, in a template or in an attribute', () => {
    const source =
      'const a = <p title={isOn ? "An" : "Aus"}>Rot {isOn && "Blau"} {`Grün ${n}`} {"Gelb" + n} {t("a.b")}</p>;';
    expect([...new Set(literalsOf('a.tsx', source))].toSorted()).toEqual([
      'An',
      'Aus',
      'Blau',
      'Gelb',
      'Grün',
      'Rot',
    ]);
  });

  test('shows no text that is written in a component instead of `web/i18n`', () => {
    expect(screens.length).toBeGreaterThan(100);
    const wrong = screens.flatMap((name) => literalsOf(join(root, name)).map((text) => [name, text]));
    expect(wrong).toEqual([]);
  });
});
