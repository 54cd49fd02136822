import type { LocalAvailability } from './dictation.rules.ts';

/** The part of the Web Speech API that the page uses. TypeScript's DOM library lacks it. */
type RecognitionResult = { readonly isFinal: boolean; readonly 0?: { readonly transcript: string } };
export type RecognitionEvent = { readonly results: ArrayLike<RecognitionResult> };

/** Fires `start`, `result` (a `RecognitionEvent`), `error` (with `error`, a code) and `end`. */
export type Recognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
};

type LocalQuery = { langs: string[]; processLocally: true };

export type RecognitionClass = {
  new (): Recognition;
  available?(query: LocalQuery): Promise<LocalAvailability>;
  install?(query: LocalQuery): Promise<boolean>;
};

export function browserRecognition(): RecognitionClass | null {
  const has = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return has.SpeechRecognition ?? has.webkitSpeechRecognition ?? null;
}

/**
 * Returns whether the browser can recognize each tag on this device; empty if the browser cannot say. A failed query counts as
 * `unavailable`.
 */
export async function localAvailability(
  recognition: RecognitionClass,
  tags: readonly string[],
): Promise<{ tag: string; availability: LocalAvailability }[]> {
  if (!recognition.available) return [];
  const ask = recognition.available.bind(recognition);
  return Promise.all(
    tags.map(async (tag) => ({
      tag,
      availability: await ask({ langs: [tag], processLocally: true }).catch(() => 'unavailable' as const),
    })),
  );
}
