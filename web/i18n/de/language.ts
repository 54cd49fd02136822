/** Languages of a session. The interface's own languages are named in themselves (web/i18n/languages.ts). */
export const language = {
  de: 'Deutsch',
  'de-CH': 'Schweizerdeutsch',
  en: 'Englisch',
  fr: 'Französisch',
  it: 'Italienisch',
};
