import { needWords } from './i18n.ts';
import type { WordPart } from './word-parts.ts';

/** Returns a loader that loads a part of the page together with the words that it needs. */
export const withWords =
  <Part>(words: WordPart | readonly WordPart[], load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([load(), ...[words].flat().map(needWords)]);
    return part;
  };
