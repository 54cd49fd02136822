import type { Span } from '../level/spans.ts';
import { lengthOf, pausesBetween } from '../silence/pauses.ts';

export type QualityReason =
  | 'quality.no_speech'
  | 'quality.silent'
  | 'quality.too_quiet'
  | 'quality.clipping'
  | 'quality.noisy'
  | 'quality.mostly_silence';

export type SoundVerdict = {
  grade: 'good' | 'usable' | 'poor';
  reasons: { code: QualityReason; share: number; at: Span[] }[];
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
  snr_db: number | null;
  speech_share: number;
};

export type Measures = {
  durationS: number;
  /** s, ascending, not overlapping. */
  speech: Span[];
  loudnessLufs: number | null;
  truePeakDbtp: number | null;
  snrDb: number | null;
  /** Level of the frames with speech, dBFS. */
  speechDbfs: number | null;
  clipping: { share: number; spans: Span[] };
};

/** Below `usable` a reason is given, below (or above) `poor` the recording is poor. */
export const thresholds = {
  /** dBTP. A microphone that is on, in the quietest room, gives more; recordings peaking at -49 are intelligible. */
  silentPeakDbtp: -66,
  /** dBFS of speech. Broadcast speech is at -23 (EBU R 128); far-field meetings at -65 are intelligible with gain. */
  speechDbfs: { usable: -45, poor: -80 },
  /** Share of 50 ms windows with flat tops. 1 in 500 is one shout; 1 in 20 is a level set wrong. */
  clippingShare: { usable: 0.002, poor: 0.05 },
  /**
   * dB. Rooms for listening are built for 15 (ANSI/ASA S12.60), 3 of which are left to the estimate without pauses;
   * near 5 listeners and recognisers lose words.
   */
  snrDb: { usable: 12, poor: 5 },
  /** Share of speech below which a recording with a pause of `longPauseS` is mostly silence. */
  speechShare: 0.15,
  longPauseS: 30,
};

const maxSpans = 100;
const longestFirst = (a: Span, b: Span) => b[1] - b[0] - (a[1] - a[0]);

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
const toTenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
const toShare = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000;

type Found = { code: QualityReason; isPoor: boolean; share: number; at?: Span[] };

function findReasons(measures: Measures, speechShare: number): Found[] {
  const { durationS, speech, truePeakDbtp, snrDb, speechDbfs, clipping } = measures;
  if (truePeakDbtp === null || truePeakDbtp < thresholds.silentPeakDbtp)
    return [{ code: 'quality.silent', isPoor: true, share: 1 }];
  const found: Found[] = [];
  if (clipping.share >= thresholds.clippingShare.usable) {
    const isPoor = clipping.share >= thresholds.clippingShare.poor;
    found.push({ code: 'quality.clipping', isPoor, share: clipping.share, at: clipping.spans });
  }
  if (speech.length === 0) return [{ code: 'quality.no_speech', isPoor: true, share: 1 }, ...found];
  if (speechDbfs !== null && speechDbfs < thresholds.speechDbfs.usable) {
    const isPoor = speechDbfs < thresholds.speechDbfs.poor;
    found.push({ code: 'quality.too_quiet', isPoor, share: speechShare });
  }
  if (snrDb !== null && snrDb < thresholds.snrDb.usable)
    found.push({ code: 'quality.noisy', isPoor: snrDb < thresholds.snrDb.poor, share: 1 });
  const pauses = pausesBetween(speech, durationS, thresholds.longPauseS);
  if (speechShare < thresholds.speechShare && pauses.length > 0) {
    const at = pauses.toSorted(longestFirst).slice(0, maxSpans);
    const share = lengthOf(pauses) / durationS;
    found.push({
      code: 'quality.mostly_silence',
      isPoor: false,
      share,
      at: at.toSorted((a, b) => a[0] - b[0]),
    });
  }
  return found;
}

/** What the measures mean for someone who wants to read what was said. Worst reasons first. */
export function judge(measures: Measures): SoundVerdict {
  const share = measures.durationS > 0 ? lengthOf(measures.speech) / measures.durationS : 0;
  const found = findReasons(measures, share).toSorted((a, b) => Number(b.isPoor) - Number(a.isPoor));
  const grade = found.some(({ isPoor }) => isPoor) ? 'poor' : found.length > 0 ? 'usable' : 'good';
  return {
    grade,
    reasons: found.map(({ code, share, at = [] }) => ({
      code,
      share: toShare(share),
      at: at.map(([start, end]) => [toMs(start), toMs(Math.min(end, measures.durationS))]),
    })),
    loudness_lufs: toTenth(measures.loudnessLufs),
    true_peak_dbtp: toTenth(measures.truePeakDbtp),
    snr_db: toTenth(measures.snrDb),
    speech_share: toShare(share),
  };
}
