/** What the measures of the last seconds mean while somebody records. */
import { thresholds } from '#wasm/measure/thresholds.ts';
import type { Evidence, HysteresisTimes } from './hysteresis.ts';
import type { LiveVoiceMeasures } from './live-voice-measures.ts';
import { soundWarnings, type SoundWarning } from './live-report.ts';

export type Heard = LiveVoiceMeasures & {
  /** Of the input itself (`createSignalPresence`). */
  presence: Evidence;
  /** Windows of 50 ms with flat tops in the last 3, 6 and 10 s. */
  clippedIn3S: number;
  clippedIn6S: number;
  clippedIn10S: number;
  /** Recorded sound since somebody spoke, or since it began, s; time without any sound does not count. */
  speechlessS: number;
  /** Somebody has spoken since the monitor began. */
  hasSpoken: boolean;
};

/** dB between the level at which a warning begins and the one at which it ends. */
const margin = { quiet: 3, noisy: 4, hum: 4 };
/** Of warnings that are about speech: how much of it there must be, and how long ago it may be, to say anything. */
const least = { spokenS: 1.5, recentS: 2 };
/** dB between speech and noise from which on the warning comes: the verdict's `usable` less what its estimate needs. */
const noisySnrDb = thresholds.snrDb.usable - 3;
/** Speech as it may be expected from a microphone that nobody has spoken into yet (EBU R 128 has -23). */
const expectedSpeechDbfs = -26;
/** A knock is one or two windows; so many in 3 s, or in 10, are a level set wrong (as `clippingShare.poor`). */
const clippedWindows = { in3S: 3, in10S: 4 };
/** By `eval -- capture`: clean speech, computed rooms and music reach 20, a recorded hall 44, copies at -20 dB in rooms 60 to 1,000. */
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
/** Gone as soon as there is sound: who has found the switch wants to see it. */
export const lifeTimes = { releaseS: 0.25, leastS: 1 };

const either = (isOn: boolean, isOff: boolean): Evidence => (isOn ? 'on' : isOff ? 'off' : 'unknown');

function quietEvidence({ speechDbfs, spokenS, sinceSpeechS }: Heard): Evidence {
  if (speechDbfs === null || spokenS < least.spokenS || sinceSpeechS > least.recentS) return 'unknown';
  const limit = thresholds.speechDbfs.usable;
  return either(speechDbfs < limit, speechDbfs > limit + margin.quiet);
}

function noisyEvidence({ snrDb, speechDbfs, roomDbfs, spokenS, sinceSpeechS, hasSpoken }: Heard): Evidence {
  if (hasSpoken && sinceSpeechS <= least.recentS) {
    if (snrDb === null || speechDbfs === null || spokenS < least.spokenS) return 'unknown';
    // What was heard between the last words is known sooner than the measure of both forgets what was before.
    const above = Math.min(snrDb, speechDbfs - (roomDbfs ?? -Infinity));
    return either(above < noisySnrDb, above > noisySnrDb + margin.noisy);
  }
  if (roomDbfs === null) return 'unknown';
  const below = (hasSpoken && speechDbfs !== null ? speechDbfs : expectedSpeechDbfs) - roomDbfs;
  return either(below < noisySnrDb, below > noisySnrDb + margin.noisy);
}

function humEvidence({ humDbfs, speechDbfs }: Heard): Evidence {
  if (humDbfs === null) return 'off';
  const below = (speechDbfs ?? expectedSpeechDbfs) - humDbfs;
  return either(below <= thresholds.humBelowSpeechDb, below > thresholds.humBelowSpeechDb + margin.hum);
}

/** What speaks for each warning and what against it. */
export function evidenceOf(heard: Heard): Record<SoundWarning, Evidence> {
  const { presence, clippedIn3S, clippedIn6S, clippedIn10S, echo, sinceSpeechS, speechlessS, hasSpoken } =
    heard;
  const isEcho = echo !== null && echo.score >= echoScore.on && echo.rivals <= echoRivals;
  const isSpeaking = sinceSpeechS < 1;
  return {
    no_sound: presence,
    too_quiet: quietEvidence(heard),
    clipping: either(
      clippedIn3S >= clippedWindows.in3S || clippedIn10S >= clippedWindows.in10S,
      clippedIn6S === 0,
    ),
    noisy: noisyEvidence(heard),
    hum: humEvidence(heard),
    // Where nobody speaks there is nothing to hear twice.
    echo:
      sinceSpeechS > least.recentS ? 'unknown' : either(isEcho, echo === null || echo.score < echoScore.off),
    long_silence: either(hasSpoken && speechlessS >= longSilenceS, isSpeaking),
    nobody_speaking: either(!hasSpoken && speechlessS >= nobodyS, isSpeaking),
  };
}

/** One explains another: what follows from it is not told beside it. */
const explains: Partial<Record<SoundWarning, readonly SoundWarning[]>> = {
  no_sound: soundWarnings.filter((warning) => warning !== 'no_sound'),
  // Who is far away is quiet and drowns in the room: nearer is the answer to both.
  too_quiet: ['noisy'],
  clipping: ['noisy', 'too_quiet', 'echo'],
  // The copy fills the pauses.
  echo: ['noisy'],
  long_silence: ['too_quiet', 'echo'],
  nobody_speaking: ['too_quiet', 'echo'],
};

/** Nearly all of what is heard between words: without it the room would be quiet. */
export const isHumTheNoise = ({ humDbfs, roomDbfs }: Heard, wasIt: boolean): boolean =>
  humDbfs !== null && (roomDbfs === null ? wasIt : humDbfs >= roomDbfs - (wasIt ? 5 : 1.5));

/** Of those that hold, what is to be told, the most urgent first. */
export function toldOf(held: readonly SoundWarning[], isHumNoise: boolean): SoundWarning[] {
  const hidden = new Set(held.flatMap((warning) => explains[warning] ?? []));
  if (isHumNoise && held.includes('hum')) hidden.add('noisy');
  return soundWarnings.filter((warning) => held.includes(warning) && !hidden.has(warning));
}

/** Before this nothing is said of the sound; by the second an answer is given. */
const verdictS = { earliest: 1, latest: 2.5, spoken: 0.8 };

/** What the sound check says: what is wrong, else whether somebody was heard well. */
export function verdictOf(
  heard: Heard,
  told: readonly SoundWarning[],
  heardS: number,
): 'good' | SoundWarning | null {
  if (heardS < verdictS.earliest) return null;
  if (told.length > 0) return told[0]!;
  const { speechDbfs, spokenS, hasSpoken, presence } = heard;
  if (hasSpoken && speechDbfs !== null && (spokenS >= verdictS.spoken || heardS >= verdictS.latest))
    return speechDbfs < thresholds.speechDbfs.usable - margin.quiet ? 'too_quiet' : 'good';
  if (heardS < verdictS.latest) return null;
  return presence === 'on' ? 'no_sound' : 'nobody_speaking';
}
