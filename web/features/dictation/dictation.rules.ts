import type { SessionLanguage } from '#api/contract/session.ts';

/** Live dictation by the browser's speech recognition: who may do it, in which language, what an error means. */

/** BCP 47 tags to try, the closest first: not every recognition knows the Swiss variety. */
export const recognitionTags: Record<SessionLanguage, readonly [string, ...string[]]> = {
  de: ['de-DE', 'de-CH'],
  'de-CH': ['de-CH', 'de-DE'],
  en: ['en-GB', 'en-US'],
  fr: ['fr-CH', 'fr-FR'],
  it: ['it-CH', 'it-IT'],
};

/** Shown under `dictation.problem.<name>`; the sound is recorded all the same. */
export type DictationProblem =
  | 'unsupported'
  | 'not_allowed'
  | 'not_agreed'
  | 'downloadable'
  | 'language'
  | 'microphone'
  | 'refused'
  | 'network'
  | 'no_speech'
  | 'failed';

/** Of a language pack on this device (Web Speech API, `SpeechRecognition.available`). */
export type LocalAvailability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

export type DictationFacts = {
  isSupported: boolean;
  /** For each tag whether the device itself understands it; empty where the browser cannot do that. */
  local: readonly { tag: string; availability: LocalAvailability }[];
  tags: readonly string[];
  /** The host's configuration lets the browser send sound elsewhere. */
  isRemoteAllowed: boolean;
  hasAgreed: boolean;
};

export type DictationWay =
  | { way: 'local' | 'remote'; tags: readonly string[] }
  /** `installTag`: the language pack that would let the device do it. */
  | { way: 'none'; problem: DictationProblem; installTag: string | null };

/**
 * On the device where it can; elsewhere only where the host allows it and the person has agreed once (§10.1).
 */
export function dictationWay(facts: DictationFacts): DictationWay {
  const { isSupported, local, tags, isRemoteAllowed, hasAgreed } = facts;
  if (!isSupported) return { way: 'none', problem: 'unsupported', installTag: null };
  const here = local.filter(({ availability }) => availability === 'available').map(({ tag }) => tag);
  if (here.length > 0) return { way: 'local', tags: here };
  const installTag =
    local.find(({ availability }) => availability === 'downloadable' || availability === 'downloading')
      ?.tag ?? null;
  if (isRemoteAllowed && hasAgreed) return { way: 'remote', tags };
  if (isRemoteAllowed) return { way: 'none', problem: 'not_agreed', installTag };
  return { way: 'none', problem: installTag ? 'downloadable' : 'not_allowed', installTag };
}

export type ErrorMeaning = {
  problem: DictationProblem | null;
  /** `again` at once, `later` after a wait, `otherTag` in the next variety of the language, `stop` until the person says so. */
  next: 'again' | 'later' | 'otherTag' | 'stop';
};

const meanings: Record<string, ErrorMeaning> = {
  'no-speech': { problem: 'no_speech', next: 'again' },
  aborted: { problem: null, next: 'later' },
  network: { problem: 'network', next: 'later' },
  'audio-capture': { problem: 'microphone', next: 'stop' },
  'not-allowed': { problem: 'refused', next: 'stop' },
  'service-not-allowed': { problem: 'refused', next: 'stop' },
  'language-not-supported': { problem: 'language', next: 'otherTag' },
};

/** What an error event of the recognition means (Web Speech API, SpeechRecognitionErrorCode). */
export const meaningOf = (error: string): ErrorMeaning =>
  meanings[error] ?? { problem: 'failed', next: 'stop' };

const longestWaitMs = 10_000;

/** Before it begins again after `failures` ends in a row that brought nothing; 0.3 s doubled each time. */
export const restartDelayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestWaitMs, 300 * 2 ** (failures - 1));
