import { describe, expect, it } from 'vitest';
import type { Verdict } from '#api/contract/recording.ts';
import { codecLabel, markKind, spotsOf, summarize } from './quality.rules.ts';

const verdict: Verdict = {
  grade: 'usable',
  reasons: [
    { code: 'quality.mostly_silence', share: 0.62, at: [[0, 40]] },
    {
      code: 'quality.clipping',
      share: 0.0004,
      at: [
        [50, 50.4],
        [12, 12.3],
      ],
    },
    { code: 'quality.too_quiet', share: 1, at: [[0, 100]] },
  ],
  loudness_lufs: -30,
  true_peak_dbtp: 0.1,
  snr_db: 12,
  speech_share: 0.38,
};

describe('the words for a verdict', () => {
  it('keep the order of the reasons, with their number of spots and share', () => {
    expect(summarize(verdict)).toEqual({
      grade: 'usable',
      reasons: [
        { name: 'mostly_silence', count: 1, percent: 62 },
        { name: 'clipping', count: 2, percent: 1 },
        { name: 'too_quiet', count: 1, percent: 100 },
      ],
    });
  });

  it('lead to the spots in order of time, and not to what concerns the whole', () => {
    expect(spotsOf(verdict, 100)).toEqual([
      { name: 'clipping', startS: 12, endS: 12.3 },
      { name: 'clipping', startS: 50, endS: 50.4 },
    ]);
  });

  it('call clipping a loss and the rest a caution', () => {
    expect(markKind('clipping')).toBe('danger');
    expect(markKind('noisy')).toBe('caution');
  });
});

describe('the name of a codec', () => {
  it('is the one that people use', () => {
    expect(['pcm_s16le', 'aac', 'opus', 'mp3', 'flac'].map(codecLabel)).toEqual([
      'PCM',
      'AAC',
      'Opus',
      'mp3',
      'FLAC',
    ]);
  });
});
