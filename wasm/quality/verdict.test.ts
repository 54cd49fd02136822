import { describe, expect, it } from 'vitest';
import { judge, thresholds, type Measures } from './verdict.ts';

const fine: Measures = {
  durationS: 100,
  speech: [[5, 80]],
  loudnessLufs: -23.04,
  truePeakDbtp: -3.21,
  snrDb: 30,
  speechDbfs: -24,
  clipping: { share: 0, spans: [] },
};
const verdict = (measures: Partial<Measures>) => judge({ ...fine, ...measures });
const codes = (measures: Partial<Measures>) => verdict(measures).reasons.map(({ code }) => code);

describe('the verdict', () => {
  it('is good without a reason, and gives its measures to a tenth', () => {
    expect(verdict({})).toEqual({
      grade: 'good',
      reasons: [],
      loudness_lufs: -23,
      true_peak_dbtp: -3.2,
      snr_db: 30,
      speech_share: 0.75,
    });
  });

  it('names silence alone: nothing else can be said about it', () => {
    const silent = { truePeakDbtp: null, loudnessLufs: null, snrDb: null, speechDbfs: null, speech: [] };
    expect(verdict(silent).grade).toBe('poor');
    expect(codes(silent)).toEqual(['quality.silent']);
    expect(codes({ ...silent, truePeakDbtp: -80 })).toEqual(['quality.silent']);
  });

  it('is poor where nobody speaks', () => {
    expect(verdict({ speech: [], speechDbfs: null, snrDb: null }).grade).toBe('poor');
    expect(codes({ speech: [], speechDbfs: null, snrDb: null })).toEqual(['quality.no_speech']);
  });

  it('takes quiet speech for usable, since gain helps', () => {
    expect(verdict({ speechDbfs: -60, truePeakDbtp: -45 }).grade).toBe('usable');
    expect(codes({ speechDbfs: -60, truePeakDbtp: -45 })).toEqual(['quality.too_quiet']);
  });

  it.each([
    [20, 'good'],
    [10, 'usable'],
    [0, 'poor'],
  ] as const)('of speech %i dB above noise is %s', (snrDb, grade) => {
    expect(verdict({ snrDb }).grade).toBe(grade);
  });

  it('says where it clips, within the recording', () => {
    const { grade, reasons } = verdict({ clipping: { share: 0.1, spans: [[12.10004, 100.05]] } });
    expect(grade).toBe('poor');
    expect(reasons).toEqual([{ code: 'quality.clipping', share: 0.1, at: [[12.1, 100]] }]);
    expect(verdict({ clipping: { share: 0.01, spans: [[1, 2]] } }).grade).toBe('usable');
  });

  it('warns of long silence only where there is little speech', () => {
    const sparse = verdict({ durationS: 1_000, speech: [[100, 150]] });
    expect(sparse.grade).toBe('usable');
    expect(sparse.reasons[0]).toMatchObject({ code: 'quality.mostly_silence', share: 0.95 });
    expect(sparse.reasons[0]!.at).toEqual([
      [0, 100],
      [150, 1_000],
    ]);
    expect(codes({ durationS: 1_000, speech: [[100, 900]] })).toEqual([]);
  });

  it('names the worst first', () => {
    expect(codes({ snrDb: 0, clipping: { share: thresholds.clippingShare.usable, spans: [] } })).toEqual([
      'quality.noisy',
      'quality.clipping',
    ]);
  });
});
