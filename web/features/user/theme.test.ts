import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { themeKey, themes } from './theme.state.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');

function themeAtStart(stored: string | null): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => (key === themeKey ? stored : null) },
    document: { documentElement: { dataset } },
  });
  return dataset.theme;
}

test('The script before the first paint reads what the menu stores', () => {
  const chosen = themes.filter((theme) => theme !== 'system');
  expect(chosen.map(themeAtStart)).toEqual(chosen);
});

test('Without a choice, or with one it does not know, the device decides', () => {
  expect(themeAtStart(null)).toBeUndefined();
  expect(themeAtStart('purple')).toBeUndefined();
});
