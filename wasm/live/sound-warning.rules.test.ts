import { describe, expect, it } from 'vitest';
import { soundWarnings } from './live-report.ts';
import { soundCheckVerdict } from './sound-check.rules.ts';
import { evidenceOf, visibleOf, type RecentMeasures } from './sound-warning.rules.ts';

const fine: RecentMeasures = {
  isSpeech: true,
  spokenS: 4,
  speechDbfs: -26,
  sinceSpeechS: 0,
  snrDb: 30,
  roomDbfs: -60,
  humDbfs: null,
  echo: null,
  presence: 'off',
  clippedIn3S: 0,
  clippedIn6S: 0,
  clippedIn10S: 0,
  speechlessS: 0,
  hasSpoken: true,
};
const nobody: Partial<RecentMeasures> = {
  isSpeech: false,
  spokenS: 0,
  speechDbfs: null,
  sinceSpeechS: Infinity,
  snrDb: null,
  hasSpoken: false,
};
const evidence = (change: Partial<RecentMeasures>) => evidenceOf({ ...fine, ...change });

describe('what speaks for a warning', () => {
  it('is nothing where somebody speaks well in a quiet room', () => {
    expect(new Set(Object.values(evidence({})))).toEqual(new Set(['off']));
  });

  it.each([
    ['too_quiet', { speechDbfs: -50 }],
    ['clipping', { clippedIn3S: 3, clippedIn6S: 3, clippedIn10S: 3 }],
    ['clipping', { clippedIn3S: 1, clippedIn6S: 2, clippedIn10S: 4 }],
    ['noisy', { snrDb: 5 }],
    ['noisy', { roomDbfs: -30 }],
    ['noisy', { ...nobody, roomDbfs: -28 }],
    ['noisy', { sinceSpeechS: 10, roomDbfs: -30 }],
    ['hum', { humDbfs: -40 }],
    ['hum', { ...nobody, humDbfs: -40 }],
    ['echo', { echo: { delayS: 0.2, score: 200, rivals: 0 } }],
    ['long_silence', { sinceSpeechS: 121, speechlessS: 121 }],
    ['nobody_speaking', { ...nobody, speechlessS: 26 }],
  ] as const)('for %s is %o', (warning, change) => {
    expect(evidence(change)[warning]).toBe('on');
  });

  it.each([
    ['too_quiet', { speechDbfs: -50, sinceSpeechS: 5 }],
    ['too_quiet', { speechDbfs: -50, spokenS: 0.5 }],
    ['too_quiet', { speechDbfs: -44 }],
    ['clipping', { clippedIn3S: 2, clippedIn6S: 2, clippedIn10S: 2 }],
    ['noisy', { snrDb: 11 }],
    ['echo', { echo: { delayS: 0.2, score: 200, rivals: 0 }, sinceSpeechS: 20 }],
  ] as const)('is unknown for %s by %o', (warning, change) => {
    expect(evidence(change)[warning]).toBe('unknown');
  });

  it('is none for an echo with many delays: a tone or a drum loop', () => {
    expect(evidence({ echo: { delayS: 0.2, score: 30, rivals: 40 } }).echo).toBe('off');
    expect(evidence({ echo: { delayS: 0.2, score: 90, rivals: 40 } }).echo).not.toBe('on');
  });
});

describe('what is told', () => {
  it('is nothing but the missing sound where there is none', () => {
    expect(visibleOf(soundWarnings, false)).toEqual(['no_sound']);
  });

  it('does not tell what follows from something else', () => {
    expect(visibleOf(['noisy', 'clipping'], false)).toEqual(['clipping']);
    expect(visibleOf(['noisy', 'too_quiet'], false)).toEqual(['too_quiet']);
    expect(visibleOf(['hum', 'noisy'], true)).toEqual(['hum']);
  });

  it('begins with the most urgent of what stands beside each other', () => {
    expect(visibleOf(['hum', 'noisy'], false)).toEqual(['noisy', 'hum']);
    expect(visibleOf(['nobody_speaking', 'noisy'], false)).toEqual(['noisy', 'nobody_speaking']);
  });
});

describe('the sound check', () => {
  it.each([
    ['says nothing in the first second', fine, 0.9, null],
    ['says good as soon as somebody was heard well', fine, 1.1, 'good'],
    ['waits for more of a first word', { ...fine, spokenS: 0.3 }, 2, null],
    ['then takes the word', { ...fine, spokenS: 0.3 }, 2.5, 'good'],
    ['hears that it is too quiet', { ...fine, speechDbfs: -55 }, 1.5, 'too_quiet'],
    ['waits for somebody to speak', { ...fine, ...nobody }, 2.4, null],
    ['asks to say something', { ...fine, ...nobody }, 2.5, 'nobody_speaking'],
    ['says that there is nothing', { ...fine, ...nobody, presence: 'on' as const }, 2.5, 'no_sound'],
  ])('%s', (_name, measures, analysedS, expected) => {
    expect(soundCheckVerdict(measures as RecentMeasures, [], analysedS)).toBe(expected);
  });

  it('says what is wrong before all else', () => {
    expect(soundCheckVerdict(fine, ['clipping', 'hum'], 1.2)).toBe('clipping');
  });
});
