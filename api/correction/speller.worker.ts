import { parentPort } from 'node:worker_threads';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Draft } from './draft.ts';
import { openLexicon } from './hunspell-lexicon.ts';
import { createSpelling } from './lexicon.rules.ts';
import { findSpelling, type SpellingInput } from './spelling.rules.ts';

/**
 * What the thread is asked for: suggestions for the misspelt words of a transcript, or those of the given words that no
 * dictionary knows.
 */
export type SpellerTask = SpellingInput | { language: SessionLanguage; words: readonly string[] };
export type SpellerValue = Draft[] | string[];

/** The thread keeps one dictionary at a time. Requests arrive one after the other. */
let open: { language: SessionLanguage; lexicon: Awaited<ReturnType<typeof openLexicon>> } | null = null;

async function answer(task: SpellerTask): Promise<SpellerValue> {
  if (open?.language !== task.language) {
    open?.lexicon.close();
    open = null;
    open = { language: task.language, lexicon: await openLexicon(task.language) };
  }
  const { lexicon } = open;
  if ('turns' in task) return findSpelling(task, lexicon);
  const spelling = createSpelling(task.language, lexicon);
  return task.words.filter((word) => !spelling.isWord(word));
}

// An error is not caught: it ends the thread.
parentPort?.on('message', (task: SpellerTask) => {
  void answer(task).then((value) => parentPort?.postMessage(value));
});
