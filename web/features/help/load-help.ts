import { currentLanguage } from '#web/i18n/i18n.ts';
import { loadWords } from '#web/i18n/late-words.ts';

/** Fetches what the help needs without a server: its words in the language of the page, and the overview of all keys. */
export const loadHelp = (): Promise<unknown> =>
  Promise.all([loadWords('help', currentLanguage()), import('./keys/keys-dialog.tsx')]);
