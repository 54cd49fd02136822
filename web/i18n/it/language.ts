export const language = {
  de: 'Tedesco',
  'de-CH': 'Svizzero tedesco',
  en: 'Inglese',
  fr: 'Francese',
  it: 'Italiano',
};
