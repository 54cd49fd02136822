import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { SoundMeasures } from './measures.ts';
import { thresholds } from './thresholds.ts';
import { judge } from './verdict.ts';

const fine: SoundMeasures = {
  integratedLufs: -23.04,
  maxMomentaryLufs: -18,
  maxShortTermLufs: -20,
  loudnessRangeLu: 6,
  truePeakDbtp: -3.21,
  clipping: { share: 0, spans: [] },
  speechDbfs: -24,
  noiseDbfs: -54,
  snrDb: 30,
  bandwidthHz: 8_000,
  hum: null,
  dcOffset: 0,
  deadChannels: [],
  isInverted: false,
  dropouts: { count: 0, spans: [] },
  reverberationS: 0.3,
  levelSpreadDb: 6,
  loudnessCurve: { stepS: 1, lufs: new Float32Array(0) },
  spectrum: null,
};
const verdict = (measures: Partial<SoundMeasures>, speech: TimeSpan[] = [[5, 80]], durationS = 100) =>
  judge({ durationS, speech, measures: { ...fine, ...measures } });
const codes = (...input: Parameters<typeof verdict>) => verdict(...input).reasons.map(({ code }) => code);
const silent = { truePeakDbtp: null, integratedLufs: null, snrDb: null, speechDbfs: null };

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
    expect(verdict(silent, []).grade).toBe('poor');
    expect(codes(silent, [])).toEqual(['quality.silent']);
    expect(codes({ ...silent, truePeakDbtp: -80, deadChannels: [1] }, [])).toEqual(['quality.silent']);
  });

  it('is poor where nobody speaks', () => {
    expect(verdict({ speechDbfs: null, snrDb: null }, []).grade).toBe('poor');
    expect(codes({ speechDbfs: null, snrDb: null }, [])).toEqual(['quality.no_speech']);
  });

  it('takes quiet speech for usable, since gain helps', () => {
    expect(verdict({ speechDbfs: -60, truePeakDbtp: -45 }).grade).toBe('usable');
    expect(codes({ speechDbfs: -60, truePeakDbtp: -45 })).toEqual(['quality.too_quiet']);
  });

  it.each([
    [20, 'good'],
    [8, 'usable'],
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

  it.each([
    ['quality.narrow_band', { bandwidthHz: 3_500 }, { bandwidthHz: 4_750 }],
    ['quality.reverberant', { reverberationS: 1.2 }, { reverberationS: 0.5 }],
    ['quality.uneven_levels', { levelSpreadDb: 20 }, { levelSpreadDb: 10 }],
    [
      'quality.hum',
      { hum: { frequencyHz: 50, levelDbfs: -40 } },
      { hum: { frequencyHz: 60, levelDbfs: -50 } },
    ],
  ] as const)('is usable for %s alone, and good with a little of it', (code, much, little) => {
    expect(verdict(much)).toMatchObject({ grade: 'usable', reasons: [{ code, share: 1, at: [] }] });
    expect(verdict(little)).toMatchObject({ grade: 'good', reasons: [] });
  });

  it('counts dropouts by the minute of speech', () => {
    const spans: TimeSpan[] = [[10, 10.05]];
    expect(verdict({ dropouts: { count: 20, spans } })).toMatchObject({
      grade: 'poor',
      reasons: [{ code: 'quality.dropouts', at: [[10, 10.05]] }],
    });
    expect(verdict({ dropouts: { count: 3, spans } }).grade).toBe('usable');
    expect(verdict({ dropouts: { count: 1, spans } }, [[0, 600]], 600).grade).toBe('good');
  });

  it.each<[string, Partial<SoundMeasures>]>([
    ['quality.dead_channel', { deadChannels: [1] }],
    ['quality.inverted_channel', { isInverted: true }],
    ['quality.dc_offset', { dcOffset: -0.05 }],
  ])('mentions %s, which the mix to one channel mends, and stays good', (code, measures) => {
    expect(verdict(measures)).toMatchObject({ grade: 'good', reasons: [{ code }] });
  });

  it('does not speak of an offset that clipping explains', () => {
    const measures = { dcOffset: 0.1, clipping: { share: 0.2, spans: [] } };
    expect(codes(measures)).toEqual(['quality.clipping']);
  });

  it('warns of long silence only where there is little speech', () => {
    const sparse = verdict({}, [[100, 150]], 1_000);
    expect(sparse.grade).toBe('usable');
    expect(sparse.reasons[0]).toMatchObject({ code: 'quality.mostly_silence', share: 0.95 });
    expect(sparse.reasons[0]!.at).toEqual([
      [0, 100],
      [150, 1_000],
    ]);
    expect(codes({}, [[100, 900]], 1_000)).toEqual([]);
  });

  it('names the worst first, and what mends itself last', () => {
    const measures = {
      snrDb: 0,
      isInverted: true,
      clipping: { share: thresholds.clippingShare.usable, spans: [] },
    };
    expect(codes(measures)).toEqual(['quality.noisy', 'quality.clipping', 'quality.inverted_channel']);
  });
});
