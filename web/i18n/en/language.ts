export const language = {
  de: 'German',
  'de-CH': 'Swiss German',
  en: 'English',
  fr: 'French',
  it: 'Italian',
};
