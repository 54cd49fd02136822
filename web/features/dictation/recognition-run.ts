import { meaningOf } from './dictation.rules.ts';
import type { ErrorMeaning, RunEnd } from './dictation.rules.ts';
import type { Recognition, RecognitionEvent } from './recognition.ts';

/** One run of the browser's speech recognition, from its start until it ends by itself or is stopped. */
export type RecognitionRun = {
  /** Starts the recognition. If the browser refuses that, the run ends before this returns. */
  start(): void;
  /** Asks the recognition to end. It may still give a result before that. */
  stop(): void;
  /** Ends the recognition at once, without any further callback. */
  abort(): void;
};

type RunInput = {
  /** BCP 47 tag of the language. */
  tag: string;
  isLocal: boolean;
  /** The microphone to recognize; null for the browser's default. */
  track(): MediaStreamTrack | null;
  onStart(): void;
  /** Called with the texts that became final, and with the interim text after them. */
  onResult(finalTexts: readonly string[], interim: string): void;
  onError(meaning: ErrorMeaning): void;
  onEnd(end: RunEnd): void;
};

export function createRecognitionRun(recognition: Recognition, input: RunInput): RecognitionRun {
  const listeners = new AbortController();
  let finals = 0;
  let end: RunEnd = { hasResult: false, next: 'again' };
  const on = (type: string, listener: (event: Event) => void) =>
    recognition.addEventListener(type, listener, { signal: listeners.signal });
  const finish = () => {
    listeners.abort();
    input.onEnd(end);
  };

  recognition.lang = input.tag;
  recognition.continuous = true;
  recognition.interimResults = true;
  if (input.isLocal) recognition.processLocally = true;
  on('start', input.onStart);
  on('result', (event) => {
    const { results } = event as Event & RecognitionEvent;
    end = { ...end, hasResult: true };
    const read = readResults(results, finals);
    finals += read.finalTexts.length;
    input.onResult(read.finalTexts, read.interim);
  });
  on('error', (event) => {
    const meaning = meaningOf((event as Event & { error: string }).error);
    end = { ...end, next: meaning.next };
    input.onError(meaning);
  });
  on('end', finish);

  return {
    start() {
      try {
        const track = input.track();
        if (track?.readyState === 'live') recognition.start(track);
        else recognition.start();
      } catch {
        end = { ...end, next: 'later' };
        finish();
      }
    },
    stop: () => recognition.stop(),
    abort() {
      listeners.abort();
      recognition.abort();
    },
  };
}

/** Reads the results after the first `known`, which were final before. A final result after an interim one counts as interim. */
function readResults(results: RecognitionEvent['results'], known: number) {
  const finalTexts: string[] = [];
  let interim = '';
  for (let index = known; index < results.length; index += 1) {
    const result = results[index];
    const text = result?.[0]?.transcript ?? '';
    if (result?.isFinal && index === known + finalTexts.length) finalTexts.push(text);
    else interim += text;
  }
  return { finalTexts, interim: interim.trim() };
}
