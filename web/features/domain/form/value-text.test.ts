import { expect, test } from 'vitest';
import { valueText } from './value-text.rules.ts';

const text = (unit: string, value: unknown, compared: unknown[] = [value]) =>
  valueText(unit, value, compared, 'de');

test('Values are texts that can be compared', () => {
  expect(text('tags', null)).toBe('');
  expect(text('host', 'a.example')).toBe('a.example');
  expect(text('names', ['a', 'b'])).toBe('a\nb');
  expect(text('limits.quota_bytes', 5_000_000)).toMatch(/^5.MB$/);
  expect(text('config.a', 5)).toBe('5');
  expect(text('config.a', [1, { b: 2 }])).toBe('[1,{"b":2}]');
});

test('Of objects only what differs is shown', () => {
  const mine = { label: 'summary', prompt: 'Mine', names: { de: 'A' } };
  const theirs = { label: 'summary', prompt: 'Theirs', names: { de: 'A' } };
  expect(text('options.summary', mine, [mine, theirs])).toBe('prompt: Mine');
  const renamed = { ...mine, names: { de: 'B', en: 'C' } };
  expect(text('options.summary', renamed, [renamed, { ...mine, names: { de: 'A', en: 'C' } }])).toBe(
    'names.de: B',
  );
  expect(text('retention', { audio_days: 1, next: null }, [{ audio_days: 1, next: null }])).toBe(
    'audio_days: 1\nnext: null',
  );
});
