import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { lengthOf, pausesBetween } from '#wasm/speech/pauses.ts';
import type { SoundMeasures } from './measures.ts';
import { thresholds } from './thresholds.ts';

export type QualityReason =
  | 'quality.no_speech'
  | 'quality.silent'
  | 'quality.too_quiet'
  | 'quality.clipping'
  | 'quality.noisy'
  | 'quality.mostly_silence'
  | 'quality.hum'
  | 'quality.narrow_band'
  | 'quality.reverberant'
  | 'quality.dropouts'
  | 'quality.dead_channel'
  | 'quality.inverted_channel'
  | 'quality.dc_offset'
  | 'quality.uneven_levels';

export type SoundVerdict = {
  grade: 'good' | 'usable' | 'poor';
  reasons: { code: QualityReason; share: number; at: TimeSpan[] }[];
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
  snr_db: number | null;
  speech_share: number;
};

type Judged = {
  durationS: number;
  speech: TimeSpan[];
  measures: SoundMeasures;
};

/**
 * Severity of a reason. `poor`: words are lost; `usable`: understanding takes effort; `note`: the delivered audio is not
 * affected, but the user should know.
 */
type Weight = 'poor' | 'usable' | 'note';
const order: Weight[] = ['poor', 'usable', 'note'];
type Found = { code: QualityReason; weight: Weight; share?: number; at?: TimeSpan[] };

const maxSpans = 100;
const longestFirst = (a: TimeSpan, b: TimeSpan) => b[1] - b[0] - (a[1] - a[0]);

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
const toTenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
const toShare = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000;

const longest = (spans: readonly TimeSpan[]) =>
  spans
    .toSorted(longestFirst)
    .slice(0, maxSpans)
    .toSorted((a, b) => a[0] - b[0]);

function channelReasons({ measures }: Judged): Found[] {
  const { clipping, deadChannels, isInverted, dcOffset } = measures;
  const found: Found[] = [];
  const isClipped = clipping.share >= thresholds.clippingShare.usable;
  if (isClipped) {
    const weight = clipping.share >= thresholds.clippingShare.poor ? 'poor' : 'usable';
    found.push({ code: 'quality.clipping', weight, share: clipping.share, at: clipping.spans });
  }
  if (isInverted) found.push({ code: 'quality.inverted_channel', weight: 'note' });
  if (deadChannels.length > 0) found.push({ code: 'quality.dead_channel', weight: 'note' });
  // Speech is asymmetrical: clipped on both sides, it has a DC offset.
  if (!isClipped && Math.abs(dcOffset) >= thresholds.dcOffset)
    found.push({ code: 'quality.dc_offset', weight: 'note' });
  return found;
}

function speechReasons({ measures, speech }: Judged, speechShare: number): Found[] {
  const { snrDb, speechDbfs, bandwidthHz, hum, reverberationS, levelSpreadDb, dropouts } = measures;
  const found: Found[] = [];
  if (speechDbfs !== null && speechDbfs < thresholds.speechDbfs.usable) {
    const weight = speechDbfs < thresholds.speechDbfs.poor ? 'poor' : 'usable';
    found.push({ code: 'quality.too_quiet', weight, share: speechShare });
  }
  if (snrDb !== null && snrDb < thresholds.snrDb.usable)
    found.push({ code: 'quality.noisy', weight: snrDb < thresholds.snrDb.poor ? 'poor' : 'usable' });
  if (dropouts.count > 0) {
    const perMinute = (dropouts.count * 60) / Math.max(1, lengthOf(speech));
    const weight = perMinute >= thresholds.dropoutsPerMinute.poor ? 'poor' : 'usable';
    if (perMinute >= thresholds.dropoutsPerMinute.usable)
      found.push({
        code: 'quality.dropouts',
        weight,
        share: lengthOf(dropouts.spans) / Math.max(1, lengthOf(speech)),
        at: dropouts.spans,
      });
  }
  if (reverberationS !== null && reverberationS >= thresholds.reverberationS)
    found.push({ code: 'quality.reverberant', weight: 'usable' });
  if (bandwidthHz !== null && bandwidthHz <= thresholds.narrowBandHz)
    found.push({ code: 'quality.narrow_band', weight: 'usable' });
  if (hum && speechDbfs !== null && hum.levelDbfs >= speechDbfs - thresholds.humBelowSpeechDb)
    found.push({ code: 'quality.hum', weight: 'usable' });
  if (levelSpreadDb !== null && levelSpreadDb >= thresholds.levelSpreadDb)
    found.push({ code: 'quality.uneven_levels', weight: 'usable' });
  return found;
}

function findReasons(judged: Judged, speechShare: number): Found[] {
  const { durationS, speech, measures } = judged;
  const { truePeakDbtp } = measures;
  if (truePeakDbtp === null || truePeakDbtp < thresholds.silentPeakDbtp)
    return [{ code: 'quality.silent', weight: 'poor' }];
  const found = channelReasons(judged);
  if (speech.length === 0) return [{ code: 'quality.no_speech', weight: 'poor' }, ...found];
  found.push(...speechReasons(judged, speechShare));
  const pauses = pausesBetween(speech, durationS, thresholds.longPauseS);
  if (speechShare < thresholds.speechShare && pauses.length > 0) {
    const share = lengthOf(pauses) / durationS;
    found.push({ code: 'quality.mostly_silence', weight: 'usable', share, at: longest(pauses) });
  }
  return found;
}

/** Judges how well the speech can be understood. The worst reason comes first. */
export function judge(judged: Judged): SoundVerdict {
  const { durationS, speech, measures } = judged;
  const speechShare = durationS > 0 ? lengthOf(speech) / durationS : 0;
  const found = findReasons(judged, speechShare).toSorted(
    (a, b) => order.indexOf(a.weight) - order.indexOf(b.weight),
  );
  const worst = found[0]?.weight;
  return {
    grade: worst === 'poor' || worst === 'usable' ? worst : 'good',
    reasons: found.map(({ code, share = 1, at = [] }) => ({
      code,
      share: toShare(share),
      at: at.map(([start, end]) => [toMs(start), toMs(Math.min(end, durationS))]),
    })),
    loudness_lufs: toTenth(measures.integratedLufs),
    true_peak_dbtp: toTenth(measures.truePeakDbtp),
    snr_db: toTenth(measures.snrDb),
    speech_share: toShare(speechShare),
  };
}
