import { expect, test, vi } from 'vitest';
import {
  formatFineClock,
  formatLength,
  spokenFine,
  formatClock,
  formatDate,
  formatBytes,
  formatNumber,
  formatPercent,
  formatUtcDate,
  formatUtcDay,
  spokenDuration,
  utcDaysAgo,
} from './format.ts';

vi.stubGlobal('navigator', { languages: [] });

test('Times read as 1:12:47, below an hour as 12:47', () => {
  expect(formatClock(4367.21)).toBe('1:12:47');
  expect(formatClock(767)).toBe('12:47');
  expect(formatClock(59.99)).toBe('0:59');
  expect(formatClock(0)).toBe('0:00');
  expect(formatClock(36_000)).toBe('10:00:00');
});

test('A closer look has fractions, cut and not rounded', () => {
  expect(formatFineClock(767.259, 2)).toBe('12:47.25');
  expect(formatFineClock(3599.96, 1)).toBe('59:59.9');
  expect(formatFineClock(0.3, 1)).toBe('0:00.3');
  expect(formatFineClock(61, 0)).toBe('1:01');
});

test('Hundredths are spoken where there are any', () => {
  expect(spokenFine(767.25, 'en')).toBe('12 minutes, 47.25 seconds');
  expect(spokenFine(60, 'de')).toBe('1 Minute');
});

test.each([0, 0.3, 4.999, 5, 5.5, 59.99, 61.005, 119.996])(
  'What is spoken is what is written: %d s',
  (seconds) => {
    const read = (text: string) => text.split(':').map(Number);
    const [minutes = 0, rest = 0] = read(formatClock(seconds));
    expect(spokenDuration(seconds, 'en')).toBe(spokenDuration(minutes * 60 + rest, 'en'));
    const [fineMinutes = 0, fineRest = 0] = read(formatFineClock(seconds, 2));
    expect(spokenFine(seconds, 'en')).toBe(spokenFine(fineMinutes * 60 + fineRest, 'en'));
  },
);

test('A second that has only begun is not counted', () => {
  expect(spokenDuration(5.7, 'en')).toBe('5 seconds');
  expect(spokenFine(119.996, 'en')).toBe('1 minute, 59.99 seconds');
});

test('Rough lengths are seconds or minutes', () => {
  const lengths = [4.25, 42.4, 99.4, 100, 1740].map((seconds) => formatLength(seconds, 'en'));
  expect(lengths).toEqual(
    ['4.3 s', '42 s', '99 s', '1:40 min', '29 min'].map((text) => text.replace(' ', '\u00a0')),
  );
});

test('Durations are spoken in words', () => {
  expect(spokenDuration(4367, 'de')).toBe('1 Stunde, 12 Minuten, 47 Sekunden');
  expect(spokenDuration(3600, 'fr')).toBe('1\u00a0heure');
  expect(spokenDuration(0, 'en')).toBe('0 seconds');
});

test('Sizes are decimal megabytes', () => {
  expect(formatBytes(150_000_000, 'de')).toBe('150\u00a0MB');
  expect(formatBytes(8_420_000, 'en')).toBe('8.4\u00a0MB');
  expect(formatBytes(61_400_000, 'it')).toBe('61\u00a0MB');
  expect(formatBytes(34_880, 'de')).toBe('35\u00a0kB');
});

test('Dates follow the language', () => {
  expect(formatDate('2026-11-20T12:00:00Z', 'de')).toBe('20. November 2026');
  expect(formatDate('2026-11-20T12:00:00Z', 'en')).toBe('20 November 2026');
  expect(formatUtcDate('2025-12-01', 'en')).toBe('1 December 2025');
  expect(formatUtcDate('2025-12-01', 'de')).toBe('1. Dezember 2025');
  expect(formatUtcDay('2026-11-20', 'fr')).toBe('vendredi, 20 novembre 2026');
  expect(formatUtcDay('2026-11-20', 'it')).toBe('venerdì, 20 novembre 2026');
});

test('A region that the browser names is kept', () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  expect(formatDate('2026-11-20T12:00:00Z', 'en')).toBe('November 20, 2026');
  vi.stubGlobal('navigator', { languages: [] });
});

test('Days are counted in UTC', () => {
  const now = Date.parse('2026-11-21T00:30:00Z');
  expect(utcDaysAgo('2026-11-21', now)).toBe(0);
  expect(utcDaysAgo('2026-11-20', now)).toBe(1);
  expect(utcDaysAgo('2026-10-21', now)).toBe(31);
});

test('Figures follow the language', () => {
  expect(formatNumber(-23.14, 1, 'en')).toBe('-23.1');
  expect(formatNumber(0.75, 2, 'fr')).toBe('0,75');
  expect(formatPercent(0.624, 'en')).toBe('62%');
});
