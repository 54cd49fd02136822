/** Decides from the measures of the last seconds which warnings hold while a person records. */
import { thresholds } from '#wasm/measure/thresholds.ts';
import type { Evidence, HysteresisTimes } from './hysteresis.ts';
import type { LiveVoiceMeasures } from './live-voice-measures.ts';
import { soundWarnings, type SoundWarning } from './live-report.ts';

export type RecentMeasures = LiveVoiceMeasures & {
  presence: Evidence;
  clippedIn3S: number;
  clippedIn6S: number;
  clippedIn10S: number;
  /** Duration of recorded audio since the last speech, or since the beginning, s. Audio without a signal does not count. */
  speechlessS: number;
  hasSpoken: boolean;
};

/** Hysteresis, dB: distance between the level at which a warning begins and the one at which it ends. */
export const margin = { quiet: 3, noisy: 4, hum: 4 };
/** Warnings about speech need at least `spokenS` of speech, the last of it within `recentS`. */
const least = { spokenS: 1.5, recentS: 2 };
/** SNR below which the warning begins, dB: the verdict's `usable`, less the error of the live estimate. */
const noisySnrDb = thresholds.snrDb.usable - 3;
/** Assumed speech level before anyone has spoken, dBFS (EBU R 128 has -23). */
const expectedSpeechDbfs = -26;
/**
 * Numbers of clipped windows that mean a wrong input level (as `clippingShare.poor`). A knock clips only one or two.
 */
const clippedWindows = { in3S: 3, in10S: 4 };
/**
 * Scores from which the warning `echo` begins, and below which it ends. By `eval -- capture`: speech, simulated rooms
 * and music reach 20, a recorded hall 44, copies at -20 dB in rooms 60 to 1,000.
 */
const echoScore = { on: 56, off: 36 };
const echoRivals = 4;
const longSilenceS = 120;
const nobodyS = 25;

export const hysteresisTimes: Record<Exclude<SoundWarning, 'no_sound'>, HysteresisTimes> = {
  too_quiet: { onsetS: 1, releaseS: 1.5 },
  clipping: { onsetS: 0, releaseS: 2 },
  noisy: { onsetS: 3, releaseS: 4 },
  hum: { onsetS: 2.5, releaseS: 4 },
  echo: { onsetS: 1, releaseS: 2 },
  long_silence: { onsetS: 0, releaseS: 0 },
  nobody_speaking: { onsetS: 0, releaseS: 0 },
};
/** The warning `no_sound` ends as soon as there is a signal, because a person who unmutes looks for the effect. */
export const lifeTimes = { releaseS: 0.25, leastS: 1 };

const either = (isOn: boolean, isOff: boolean): Evidence => (isOn ? 'on' : isOff ? 'off' : 'unknown');

function quietEvidence({ speechDbfs, spokenS, sinceSpeechS }: RecentMeasures): Evidence {
  if (speechDbfs === null || spokenS < least.spokenS || sinceSpeechS > least.recentS) return 'unknown';
  const limit = thresholds.speechDbfs.usable;
  return either(speechDbfs < limit, speechDbfs > limit + margin.quiet);
}

function noisyEvidence({
  snrDb,
  speechDbfs,
  roomDbfs,
  spokenS,
  sinceSpeechS,
  hasSpoken,
}: RecentMeasures): Evidence {
  if (hasSpoken && sinceSpeechS <= least.recentS) {
    if (snrDb === null || speechDbfs === null || spokenS < least.spokenS) return 'unknown';
    // The room level reacts faster than the SNR, which still contains earlier sound.
    const above = Math.min(snrDb, speechDbfs - (roomDbfs ?? -Infinity));
    return either(above < noisySnrDb, above > noisySnrDb + margin.noisy);
  }
  if (roomDbfs === null) return 'unknown';
  const below = (hasSpoken && speechDbfs !== null ? speechDbfs : expectedSpeechDbfs) - roomDbfs;
  return either(below < noisySnrDb, below > noisySnrDb + margin.noisy);
}

function humEvidence({ humDbfs, speechDbfs }: RecentMeasures): Evidence {
  if (humDbfs === null) return 'off';
  const below = (speechDbfs ?? expectedSpeechDbfs) - humDbfs;
  return either(below <= thresholds.humBelowSpeechDb, below > thresholds.humBelowSpeechDb + margin.hum);
}

export function evidenceOf(measures: RecentMeasures): Record<SoundWarning, Evidence> {
  const { presence, clippedIn3S, clippedIn6S, clippedIn10S, echo, sinceSpeechS, speechlessS, hasSpoken } =
    measures;
  const isEcho = echo !== null && echo.score >= echoScore.on && echo.rivals <= echoRivals;
  const isSpeaking = sinceSpeechS < 1;
  return {
    no_sound: presence,
    too_quiet: quietEvidence(measures),
    clipping: either(
      clippedIn3S >= clippedWindows.in3S || clippedIn10S >= clippedWindows.in10S,
      clippedIn6S === 0,
    ),
    noisy: noisyEvidence(measures),
    hum: humEvidence(measures),
    // Without speech, an echo cannot be detected.
    echo:
      sinceSpeechS > least.recentS ? 'unknown' : either(isEcho, echo === null || echo.score < echoScore.off),
    long_silence: either(hasSpoken && speechlessS >= longSilenceS, isSpeaking),
    nobody_speaking: either(!hasSpoken && speechlessS >= nobodyS, isSpeaking),
  };
}

/** Warnings that are hidden while their cause (the key) is shown. */
const explains: Partial<Record<SoundWarning, readonly SoundWarning[]>> = {
  no_sound: soundWarnings.filter((warning) => warning !== 'no_sound'),
  // A distant speaker is quiet and noisy: moving closer solves both.
  too_quiet: ['noisy'],
  clipping: ['noisy', 'too_quiet', 'echo'],
  // The echo fills the pauses, so it looks like noise.
  echo: ['noisy'],
  long_silence: ['too_quiet', 'echo'],
  nobody_speaking: ['too_quiet', 'echo'],
};

/** True if hum makes up nearly all of the noise between words. `wasIt`: the result before, for hysteresis. */
export const isHumTheNoise = ({ humDbfs, roomDbfs }: RecentMeasures, wasIt: boolean): boolean =>
  humDbfs !== null && (roomDbfs === null ? wasIt : humDbfs >= roomDbfs - (wasIt ? 5 : 1.5));

export function visibleOf(held: readonly SoundWarning[], isHumNoise: boolean): SoundWarning[] {
  const hidden = new Set(held.flatMap((warning) => explains[warning] ?? []));
  if (isHumNoise && held.includes('hum')) hidden.add('noisy');
  return soundWarnings.filter((warning) => held.includes(warning) && !hidden.has(warning));
}
