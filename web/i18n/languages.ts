/** Languages of the interface. German is the reference and the fallback (§9). */
export const languages = ['de', 'en', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'de';

/** Name of each language, in that language. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  it: 'Italiano',
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && (languages as readonly string[]).includes(value);

/**
 * Returns the language to show: the one that the person has saved in the profile, otherwise the one that is stored on the
 * device, otherwise the first language of the browser that the interface has, otherwise German.
 */
export function chooseLanguage(
  stored: string | null,
  profile: string | undefined,
  browser: readonly string[],
): Language {
  if (isLanguage(profile)) return profile;
  if (isLanguage(stored)) return stored;
  return browser.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? fallbackLanguage;
}
