import { describe, expect, test } from 'vitest';
import { sessionLanguages } from '#api/contract/session.ts';
import { recognitionMode, meaningOf, recognitionTags, restartDelayMs } from './dictation.rules.ts';
import type { DictationFacts } from './dictation.rules.ts';

const facts = (change: Partial<DictationFacts> = {}): DictationFacts => ({
  isSupported: true,
  local: [],
  tags: ['de-CH', 'de-DE'],
  hasDraft: false,
  isRemoteAllowed: false,
  hasAgreed: false,
  ...change,
});
const local = (availability: 'available' | 'downloadable' | 'unavailable') => [
  { tag: 'de-CH', availability: 'unavailable' as const },
  { tag: 'de-DE', availability },
];

describe('Who writes along', () => {
  test('is the device itself where it has the language, without asking anybody', () => {
    const found = recognitionMode(facts({ local: local('available'), isRemoteAllowed: true }));
    expect(found).toEqual({ mode: 'local', tags: ['de-DE'] });
  });

  test('is a model on the device where the browser recognises nothing there, before a service elsewhere', () => {
    const hasDraft = true;
    expect(recognitionMode(facts({ hasDraft, local: local('available') })).mode).toBe('local');
    expect(recognitionMode(facts({ hasDraft, isRemoteAllowed: true, hasAgreed: true })).mode).toBe('draft');
    expect(recognitionMode(facts({ hasDraft, local: local('downloadable') })).mode).toBe('draft');
    expect(recognitionMode(facts({ hasDraft, isSupported: false })).mode).toBe('draft');
  });

  test('is a service elsewhere only where the host allows it and the person has agreed', () => {
    expect(recognitionMode(facts({ isRemoteAllowed: true, hasAgreed: true }))).toEqual({
      mode: 'remote',
      tags: ['de-CH', 'de-DE'],
    });
    expect(recognitionMode(facts({ isRemoteAllowed: true }))).toMatchObject({ problem: 'not_agreed' });
    // The consent ends with the host's permission.
    expect(recognitionMode(facts({ hasAgreed: true }))).toMatchObject({ problem: 'not_allowed' });
  });

  test('is nobody where the browser cannot, or lacks the language pack', () => {
    expect(recognitionMode(facts({ isSupported: false, isRemoteAllowed: true }))).toMatchObject({
      problem: 'unsupported',
      installTag: null,
    });
    expect(recognitionMode(facts({ local: local('downloadable') }))).toEqual({
      mode: 'none',
      problem: 'downloadable',
      installTag: 'de-DE',
    });
    expect(recognitionMode(facts({ local: local('unavailable') }))).toMatchObject({ problem: 'not_allowed' });
  });

  test('is asked for the closest variety first, in every session language', () => {
    expect(recognitionTags['de-CH'][0]).toBe('de-CH');
    for (const language of sessionLanguages) {
      const [speech] = language.split('-');
      expect(recognitionTags[language].every((tag) => tag.startsWith(`${speech}-`))).toBe(true);
    }
  });
});

test('What helps is tried again, what needs the person waits for them', () => {
  const errors = [
    'no-speech',
    'network',
    'aborted',
    'language-not-supported',
    'not-allowed',
    'audio-capture',
  ];
  expect(errors.map((error) => meaningOf(error).next)).toEqual([
    'again',
    'later',
    'later',
    'otherTag',
    'stop',
    'stop',
  ]);
  expect(meaningOf('something-new')).toEqual({ problem: 'failed', next: 'stop' });
});

test('Ends that bring nothing wait longer each time, up to ten seconds', () => {
  expect([0, 1, 2, 3, 20].map(restartDelayMs)).toEqual([0, 300, 600, 1200, 10_000]);
});
