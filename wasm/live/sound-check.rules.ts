import { thresholds } from '#wasm/measure/thresholds.ts';
import type { SoundWarning } from './live-report.ts';
import { margin, type RecentMeasures } from './sound-warning.rules.ts';

/** Times of the sound check, s: no verdict before `earliest`, always one by `latest`, sooner after `spoken` seconds of speech. */
const checkS = { earliest: 1, latest: 2.5, spoken: 0.8 };

/**
 * Returns the verdict of the sound check before a recording: the first visible warning, or what the speech so far shows. Returns
 * null as long as too little was heard.
 */
export function soundCheckVerdict(
  measures: RecentMeasures,
  visible: readonly SoundWarning[],
  analysedS: number,
): 'good' | SoundWarning | null {
  if (analysedS < checkS.earliest) return null;
  if (visible.length > 0) return visible[0]!;
  const { speechDbfs, spokenS, hasSpoken, presence } = measures;
  if (hasSpoken && speechDbfs !== null && (spokenS >= checkS.spoken || analysedS >= checkS.latest))
    return speechDbfs < thresholds.speechDbfs.usable - margin.quiet ? 'too_quiet' : 'good';
  if (analysedS < checkS.latest) return null;
  // `presence` is the evidence for the warning `no_sound`.
  return presence === 'on' ? 'no_sound' : 'nobody_speaking';
}
