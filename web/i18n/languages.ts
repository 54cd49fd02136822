/** Languages of the interface; German is reference and fallback (§9). */
export const languages = ['de', 'en', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'de';

/** Each in its own words. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  it: 'Italiano',
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && (languages as readonly string[]).includes(value);

/** Stored on the device, then the profile's, then the first of the browser's that we speak, then German. */
export function chooseLanguage(
  stored: string | null,
  profile: string | undefined,
  browser: readonly string[],
): Language {
  if (isLanguage(stored)) return stored;
  if (isLanguage(profile)) return profile;
  return browser.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? fallbackLanguage;
}
