export const language = {
  de: 'Allemand',
  'de-CH': 'Suisse allemand',
  en: 'Anglais',
  fr: 'Français',
  it: 'Italien',
};
