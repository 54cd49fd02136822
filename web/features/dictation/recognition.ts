import type { LocalAvailability } from './dictation.rules.ts';

/** The part of the Web Speech API that is used; TypeScript's DOM library does not have it. */
export type RecognitionResult = { readonly isFinal: boolean; readonly 0?: { readonly transcript: string } };
export type RecognitionEvent = { readonly results: ArrayLike<RecognitionResult> };

/** Fires `start`, `result` (a `RecognitionEvent`), `error` (with `error`, a code) and `end`. */
export type Recognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  /** Browsers that know no track listen to their own microphone. */
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

/** Null where the browser has none. */
export function browserRecognition(): RecognitionClass | null {
  const has = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return has.SpeechRecognition ?? has.webkitSpeechRecognition ?? null;
}

/** Of each tag; what the browser does not answer is not there. */
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
