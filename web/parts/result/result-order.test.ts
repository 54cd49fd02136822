import { expect, test } from 'vitest';
import { isCustomLabel, orderLabels } from './result-order.rules.ts';

test('Tabs stand in one order, whatever was made first', () => {
  const labels = [
    'custom_10',
    'zz_own',
    'custom_2',
    'translation_fr',
    'summary',
    'corrections',
    'a_own',
    'minutes',
  ];
  expect(orderLabels(labels)).toEqual([
    'corrections',
    'summary',
    'minutes',
    'translation_fr',
    'a_own',
    'zz_own',
    'custom_2',
    'custom_10',
  ]);
});

test('What a person asked is known by its number', () => {
  expect(['custom_1', 'custom', 'custom_x', 'xcustom_1'].map(isCustomLabel)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
