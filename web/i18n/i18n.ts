import i18next, { changeLanguage, use } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '#web/lib/browser-storage.ts';
import { log } from '#web/lib/log.ts';
import { de } from './de/index.ts';
import { chooseLanguage, fallbackLanguage, type Language } from './languages.ts';
import type { Words } from './words.ts';

/** Key in local storage (§3). */
const storageKey = 'preferredLanguage';

const loaders: Record<Exclude<Language, 'de'>, () => Promise<Words>> = {
  en: async () => (await import('./en/index.ts')).en,
  fr: async () => (await import('./fr/index.ts')).fr,
  it: async () => (await import('./it/index.ts')).it,
};

async function load(language: Language): Promise<void> {
  if (language === 'de' || i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await loaders[language]());
}

async function show(language: Language): Promise<void> {
  await load(language);
  await changeLanguage(language);
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

/** German is part of the page. The other languages are fetched when they are chosen. If that fails, German stays. */
export async function startWords(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await use(initReactI18next).init({
    lng: fallbackLanguage,
    fallbackLng: fallbackLanguage,
    resources: { de: { translation: de } },
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: wordless,
  });
  const chosen = chooseLanguage(localStore.getItem(storageKey), undefined, navigator.languages);
  await show(chosen).catch(() => undefined);
}

export const currentLanguage = (): Language => i18next.language as Language;

/** Shows the language that the person has chosen, and stores it on this device. */
export async function chooseAndKeep(language: Language): Promise<void> {
  await show(language);
  localStore.setItem(storageKey, language);
}

/** Shows the language of the profile, if it has one. This device stores it, so that the next page begins with it. */
export async function followProfile(preferred: string | undefined): Promise<void> {
  const chosen = chooseLanguage(localStore.getItem(storageKey), preferred, navigator.languages);
  if (chosen !== i18next.language) await show(chosen);
  if (chosen === preferred) localStore.setItem(storageKey, chosen);
}
