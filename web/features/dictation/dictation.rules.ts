import type { SessionLanguage } from '#api/contract/session.ts';

/** Rules of live dictation by the Web Speech API: permission, language, errors. */

/** BCP 47 tags to try in order: not every recognition supports the Swiss variety. */
export const recognitionTags: Record<SessionLanguage, readonly [string, ...string[]]> = {
  de: ['de-DE', 'de-CH'],
  'de-CH': ['de-CH', 'de-DE'],
  en: ['en-GB', 'en-US'],
  fr: ['fr-CH', 'fr-FR'],
  it: ['it-CH', 'it-IT'],
};

/** Message key under `dictation.problem`; the audio is recorded all the same. */
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

/** State of a language pack on this device (Web Speech API, `SpeechRecognition.available`). */
export type LocalAvailability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

export type DictationFacts = {
  isSupported: boolean;
  /** Local availability of each tag; empty if the browser has no local recognition. */
  local: readonly { tag: string; availability: LocalAvailability }[];
  tags: readonly string[];
  /** True if the host allows the browser to send audio to an external service. */
  isRemoteAllowed: boolean;
  hasAgreed: boolean;
};

export type DictationWay =
  | { way: 'local' | 'remote'; tags: readonly string[] }
  /** `installTag`: the language pack that would make local recognition possible. */
  | { way: 'none'; problem: DictationProblem; installTag: string | null };

/** Local recognition if available; otherwise remote, if the host allows it and the person has consented (§10.1). */
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
  /** `again` restarts at once, `later` after a delay, `otherTag` with the next tag; `stop` waits for the person. */
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

/** Meaning of an error event (Web Speech API, SpeechRecognitionErrorCode). */
export const meaningOf = (error: string): ErrorMeaning =>
  meanings[error] ?? { problem: 'failed', next: 'stop' };

const longestWaitMs = 10_000;

/** Delay before a restart after `failures` fruitless ends in a row: 0.3 s, doubled each time. */
export const restartDelayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestWaitMs, 300 * 2 ** (failures - 1));
