import type { QualityCode, Verdict, VerdictGrade } from '#api/contract/recording.ts';

type WithoutPrefix<C extends string> = C extends `quality.${infer Name}` ? Name : never;
/** Name of a reason: its translation key under `quality.`. */
export type QualityName = WithoutPrefix<QualityCode>;

export type QualityReason = {
  name: QualityName;
  /** Number of places; 0 for reasons without places. */
  count: number;
  /** Share of the recording to which the reason applies, whole percent. It is at least 1 if it is not 0. */
  percent: number;
};

type QualitySummary = { grade: VerdictGrade; reasons: QualityReason[] };

const qualityName = (code: QualityCode): QualityName => code.slice('quality.'.length) as QualityName;

/** Returns the grade and the reasons. The analysis has ordered the reasons by weight. */
export const summarize = (verdict: Verdict): QualitySummary => ({
  grade: verdict.grade,
  reasons: verdict.reasons.map((reason) => ({
    name: qualityName(reason.code),
    count: reason.at.length,
    percent: wholePercent(reason.share),
  })),
});

export const wholePercent = (share: number): number =>
  share <= 0 ? 0 : Math.min(100, Math.max(1, Math.round(share * 100)));

export type QualitySpot = { name: QualityName; startS: number; endS: number };

/** Reasons with places that can be marked and played. All other reasons concern the whole recording. */
const spotted: ReadonlySet<QualityName> = new Set(['clipping', 'too_quiet', 'noisy', 'dropouts']);

/** Returns the places of the reasons, ascending. A span that covers nearly the whole recording is left out. */
export function spotsOf(verdict: Verdict, durationS: number): QualitySpot[] {
  return verdict.reasons
    .filter((reason) => spotted.has(qualityName(reason.code)))
    .flatMap((reason) =>
      reason.at
        .filter(([startS, endS]) => endS - startS < durationS * 0.9)
        .map(([startS, endS]) => ({ name: qualityName(reason.code), startS, endS })),
    )
    .toSorted((a, b) => a.startS - b.startS);
}

/**
 * Returns how a reason is marked. Reasons of lost audio, which cannot be restored, are a danger, all others a caution.
 */
export const markKind = (name: QualityName): 'danger' | 'caution' =>
  name === 'clipping' || name === 'dropouts' ? 'danger' : 'caution';

/** Returns the common name of an ffmpeg codec: PCM for `pcm_s16le`, AAC for `aac`, Opus for `opus`. */
export function codecLabel(codec: string): string {
  const [family = codec] = codec.split('_');
  if (/^(opus|vorbis|speex)$/.test(family)) return family.charAt(0).toUpperCase() + family.slice(1);
  return /^mp\d/.test(family) ? family : family.toUpperCase();
}
