import { isLanguage, type Language } from '#web/i18n/languages.ts';
import { localStore } from '#web/lib/browser-storage.ts';

/** Key in local storage. */
const key = 'unsavedLanguage';

/** Notes that a person has chosen a language that the profile does not have yet. */
export const noteUnsavedLanguage = (personId: string, language: Language): void =>
  localStore.setItem(key, `${personId} ${language}`);

/** Returns the language that this person has chosen here and the profile does not have yet; null if there is none. */
export function unsavedLanguageOf(personId: string): Language | null {
  const [owner, language] = localStore.getItem(key)?.split(' ') ?? [];
  return owner === personId && isLanguage(language) ? language : null;
}

/** Forgets the choice once the profile has it. A later choice stays. */
export function forgetUnsavedLanguage(personId: string, language: Language): void {
  if (unsavedLanguageOf(personId) === language) localStore.removeItem(key);
}
