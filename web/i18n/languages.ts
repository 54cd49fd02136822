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

export type KnownLanguages = {
  /** The choice that is saved in the profile of the person. */
  profile?: string | undefined;
  /** The choice that is stored on this device. */
  device: string | null;
  /** Languages of the browser, the preferred one first. */
  browser: readonly string[];
};

/**
 * Returns the language to show: the saved choice of the person, otherwise the one of this device, otherwise the first language
 * of the browser that the interface has, otherwise German.
 */
export function chooseLanguage({ profile, device, browser }: KnownLanguages): Language {
  if (isLanguage(profile)) return profile;
  if (isLanguage(device)) return device;
  return browser.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? fallbackLanguage;
}
