import { expect, test } from 'vitest';
import {
  captureCode,
  createEpisodes,
  markerOf,
  type PageFacts,
  stillDismissed,
  warningsOf,
} from './recording-warning.rules.ts';

const well: PageFacts = { isMuted: false, isWrongDevice: false, isSuspended: false, isHidden: false };

test('What the page knows of the microphone comes before what is heard', () => {
  expect(warningsOf(['noisy'], { ...well, isWrongDevice: true })).toEqual(['wrong_device', 'noisy']);
});

test('A muted microphone explains its silence', () => {
  expect(warningsOf(['no_sound'], { ...well, isMuted: true })).toEqual(['muted']);
});

test('Sound that the browser holds still is no fault of anybody', () => {
  expect(
    warningsOf(['no_sound', 'hum'], { ...well, isMuted: true, isWrongDevice: true, isSuspended: true }),
  ).toEqual([]);
});

test('A hidden page is told of no silence, but of what is really heard', () => {
  const hidden = { ...well, isHidden: true };
  expect(warningsOf(['no_sound'], hidden)).toEqual([]);
  expect(warningsOf([], { ...hidden, isMuted: true })).toEqual([]);
  expect(warningsOf(['clipping'], hidden)).toEqual(['clipping']);
});

test('What was put away comes back only after it has gone', () => {
  expect(stillDismissed(['hum', 'noisy'], ['hum'])).toEqual(['hum']);
});

test('Each warning is marked once for each time that it begins', () => {
  const episodes = createEpisodes();
  expect(episodes.begun(['hum'])).toEqual(['hum']);
  expect(episodes.begun(['hum', 'noisy'])).toEqual(['noisy']);
  expect(episodes.begun([])).toEqual([]);
  expect(episodes.begun(['hum'])).toEqual(['hum']);
  episodes.reset();
  expect(episodes.begun(['hum'])).toEqual(['hum']);
});

test('A marker holds what the contract takes', () => {
  expect(markerOf('warning', 1.23456, { code: captureCode('too_quiet') })).toEqual({
    at: 1.235,
    kind: 'warning',
    code: 'capture.too_quiet',
    text: '',
  });
  expect(markerOf('user', -1, { text: 'x'.repeat(600) })).toMatchObject({ at: 0, text: 'x'.repeat(500) });
});
