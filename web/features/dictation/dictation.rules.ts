import type { SessionLanguage } from '#api/contract/session.ts';

/**
 * BCP 47 tags of a session's language, in the order in which they are tried. Some browsers do not recognize the Swiss
 * variety of a language.
 */
export const recognitionTags: Record<SessionLanguage, readonly [string, ...string[]]> = {
  de: ['de-DE', 'de-CH'],
  'de-CH': ['de-CH', 'de-DE'],
  en: ['en-GB', 'en-US'],
  fr: ['fr-CH', 'fr-FR'],
  it: ['it-CH', 'it-IT'],
};

/**
 * Reason why speech is not recognized, a translation key under `dictation.problem`. The audio is recorded all the same.
 */
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

/** State of a language pack on this device, as `SpeechRecognition.available` of the Web Speech API returns it. */
export type LocalAvailability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

export type DictationFacts = {
  isSupported: boolean;
  /** Availability of each tag's language pack on this device. Empty if the browser has no local recognition. */
  local: readonly { tag: string; availability: LocalAvailability }[];
  tags: readonly string[];
  /** True if the model on this device is there, and may write the dictated text. */
  hasDraft: boolean;
  /** True if the host allows the browser to send audio to an external service. */
  isRemoteAllowed: boolean;
  hasAgreed: boolean;
};

/** Where speech is recognized: on this device by the browser or by our model, by a service of the browser, or nowhere. */
type RecognitionMode =
  | { mode: 'draft' }
  | { mode: 'local' | 'remote'; tags: readonly string[] }
  /** `installTag`: the language pack that would make local recognition possible; null if there is none. */
  | { mode: 'none'; problem: DictationProblem; installTag: string | null };

/**
 * Chooses the recognition of the browser on this device if there is one, otherwise the draft of a model on this device, otherwise
 * remote recognition if the host allows it and the person has consented (§10.14).
 */
export function recognitionMode(facts: DictationFacts): RecognitionMode {
  const { isSupported, local, hasDraft, tags, isRemoteAllowed, hasAgreed } = facts;
  const here = local.filter(({ availability }) => availability === 'available').map(({ tag }) => tag);
  if (isSupported && here.length > 0) return { mode: 'local', tags: here };
  if (hasDraft) return { mode: 'draft' };
  if (!isSupported) return { mode: 'none', problem: 'unsupported', installTag: null };
  const installTag =
    local.find(({ availability }) => availability === 'downloadable' || availability === 'downloading')
      ?.tag ?? null;
  if (isRemoteAllowed && hasAgreed) return { mode: 'remote', tags };
  if (isRemoteAllowed) return { mode: 'none', problem: 'not_agreed', installTag };
  return { mode: 'none', problem: installTag ? 'downloadable' : 'not_allowed', installTag };
}

export type ErrorMeaning = {
  problem: DictationProblem | null;
  /**
   * What follows the error: `again` restarts at once, `later` after a delay, `otherTag` with the next language tag; `stop` waits
   * until the person starts again.
   */
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

/** How a run of the recognition ended. `hasResult`: it had recognized something; `next`: what its last error asks for. */
export type RunEnd = { hasResult: boolean; next: ErrorMeaning['next'] };

/** Returns what an error event means for the person and for the next run (Web Speech API, SpeechRecognitionErrorCode). */
export const meaningOf = (error: string): ErrorMeaning =>
  meanings[error] ?? { problem: 'failed', next: 'stop' };

/** True if a run ended only because nobody spoke. Such a run is no failure: the next one starts at once. */
export const isQuietEnd = ({ hasResult, next }: RunEnd, problem: DictationProblem | null): boolean =>
  next === 'again' && (hasResult || problem === 'no_speech');

const longestWaitMs = 10_000;

/**
 * Returns the delay before a restart, ms. `failures` is the number of runs in a row that ended without a result. The
 * delay is 0 without failures and 300 ms after the first. It doubles with each further failure, up to 10 s.
 */
export const restartDelayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestWaitMs, 300 * 2 ** (failures - 1));
