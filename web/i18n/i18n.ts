import i18next, { changeLanguage, use } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '#web/lib/browser-storage.ts';
import { log } from '#web/lib/log.ts';
import { chooseLanguage, fallbackLanguage, type Language, languageKey } from './languages.ts';
import { loadWordsOf } from './load-words.ts';
import type { WordPart } from './word-parts.ts';

/** Parts that something on the page needs. A language that is chosen later gets them too. */
const wanted = new Set<WordPart>(['first']);
const loading = new Map<string, Promise<void>>();

function load(language: Language, part: WordPart): Promise<void> {
  const key = `${language} ${part}`;
  const started = loading.get(key) ?? addWords(language, part);
  loading.set(key, started);
  // After a failure the next call tries again.
  started.catch(() => loading.delete(key));
  return started;
}

async function addWords(language: Language, part: WordPart): Promise<void> {
  const { words } = await loadWordsOf[language][part]();
  i18next.addResourceBundle(language, 'translation', words, true, true);
}

async function show(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => load(language, part)));
  await changeLanguage(language);
}

/** Parts that the others lean on: whoever needs one of those needs these too. */
const below: readonly WordPart[] = ['work'];

/**
 * Loads a part of the words, in the language that is shown. If that fails, the words are missing until a call succeeds.
 * @throws if the part cannot be loaded
 */
export async function needWords(part: WordPart): Promise<void> {
  const parts = new Set([...below, part]);
  for (const each of parts) wanted.add(each);
  await Promise.all([...parts].map((each) => load(currentLanguage(), each)));
}

/**
 * Returns the text for a key without a sentence: its default value, otherwise “–”. A newer server may send codes that this page
 * does not know.
 */
export function wordless(key: string, otherwise?: string): string {
  if (otherwise !== undefined) return otherwise;
  log.warn('i18n: there are no words for this', { key });
  return '–';
}

/** Loads the words of the chosen language. If that fails, those of the fallback language are shown. */
export async function startWords(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await use(initReactI18next).init({
    lng: fallbackLanguage,
    fallbackLng: fallbackLanguage,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: wordless,
    // Parts of the words may come after the components that show them.
    react: { bindI18nStore: 'added' },
  });
  const chosen = chooseLanguage(localStore.getItem(languageKey), undefined, navigator.languages);
  await show(chosen).catch(() => show(fallbackLanguage));
}

export const currentLanguage = (): Language => i18next.language as Language;

/** Shows the language that the person has chosen, and stores it on this device. */
export async function chooseAndKeep(language: Language): Promise<void> {
  await show(language);
  localStore.setItem(languageKey, language);
}

/** Shows the language of the profile, if it has one. This device stores it, so that the next page begins with it. */
export async function followProfile(preferred: string | undefined): Promise<void> {
  const chosen = chooseLanguage(localStore.getItem(languageKey), preferred, navigator.languages);
  if (chosen !== i18next.language) await show(chosen);
  if (chosen === preferred) localStore.setItem(languageKey, chosen);
}
