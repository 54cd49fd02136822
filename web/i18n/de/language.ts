/** Languages of a session. The names of the languages of the interface are in `web/i18n/languages.ts`. */
export const language = {
  de: 'Deutsch',
  'de-CH': 'Schweizerdeutsch',
  en: 'Englisch',
  fr: 'Französisch',
  it: 'Italienisch',
};
