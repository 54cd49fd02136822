import type { SessionLanguage } from '#api/contract/session.ts';
import { createIdleThread } from '#api/lib/idle-thread.ts';
import type { Draft } from './draft.ts';
import type { SpellerTask, SpellerValue } from './speller.worker.ts';
import type { SpellingInput } from './spelling.rules.ts';

export type Speller = {
  /** Finds misspelt words. An abort terminates the thread. @throws the signal's reason */
  find(input: SpellingInput, signal: AbortSignal): Promise<Draft[]>;
  /** Returns the words that the dictionary does not know. */
  unknown(language: SessionLanguage, words: readonly string[], signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
};

/** Creates the speller, which runs the dictionaries in a worker thread, one request at a time. */
export function createSpeller(): Speller {
  const script = new URL('./speller.worker.ts', import.meta.url);
  const thread = createIdleThread<SpellerTask, SpellerValue>({ script, name: 'the speller' });
  return {
    find: (input, signal) => thread.ask(input, signal) as Promise<Draft[]>,
    unknown: (language, words, signal) => thread.ask({ language, words }, signal) as Promise<string[]>,
    close: thread.close,
  };
}
