import { parentPort } from 'node:worker_threads';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Draft } from './draft.ts';
import { openLexicon } from './hunspell-lexicon.ts';
import { createSpelling } from './lexicon.rules.ts';
import { findSpelling, type SpellingInput } from './spelling.rules.ts';

/** Finds misspelt words of a transcript, or filters words that no dictionary knows. */
export type SpellerTask = SpellingInput | { language: SessionLanguage; words: readonly string[] };
export type SpellerValue = Draft[] | string[];
export type SpellerReply = { value: SpellerValue } | { error: string };

/** The thread keeps one dictionary at a time. Requests arrive one after the other. */
let open: { language: SessionLanguage; lexicon: Awaited<ReturnType<typeof openLexicon>> } | null = null;

async function answer(task: SpellerTask): Promise<SpellerReply> {
  try {
    if (open?.language !== task.language) {
      open?.lexicon.close();
      open = null;
      open = { language: task.language, lexicon: await openLexicon(task.language) };
    }
    const { lexicon } = open;
    if ('turns' in task) return { value: findSpelling(task, lexicon) };
    const spelling = createSpelling(task.language, lexicon);
    return { value: task.words.filter((word) => !spelling.isWord(word)) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (task: SpellerTask) => {
  void answer(task).then((reply) => parentPort?.postMessage(reply));
});
