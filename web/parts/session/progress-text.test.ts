import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { de } from '#web/i18n/de/index.ts';
import { rowProgressText } from './progress-text.ts';

let t: TFunction;
beforeAll(async () => {
  t = await createInstance().init({ lng: 'de', resources: { de: { translation: de } } });
});

const progress = { done: 2520, total: 9000, unit: 's', remaining_s: 310, queue: 0 } as const;

it('A row says how far the work is and how long it still takes', () => {
  expect(rowProgressText(t, { status: 'transcribing', progress })).toBe(
    '42 von 150 min · noch etwa 5 Minuten',
  );
});

it('A row that waits says how long, as far as anybody knows', () => {
  const waiting = { ...progress, done: 0, remaining_s: 1500, queue: 2 };
  expect(rowProgressText(t, { status: 'pending', progress: waiting })).toBe('noch etwa 25 Minuten');
  expect(rowProgressText(t, { status: 'pending', progress: { ...waiting, remaining_s: null } })).toBe('');
});

it('A row that is late says no time that has passed already, and a finished one nothing', () => {
  expect(rowProgressText(t, { status: 'overdue', progress })).toBe('42 von 150 min');
  expect(rowProgressText(t, { status: 'completed', progress: null })).toBe('');
});
