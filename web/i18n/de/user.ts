export const user = {
  menu: 'Menü von {{name}}, {{initials}}',
  signedInAs: 'Angemeldet als',
  chatApp: 'Zur Chat-Anwendung',
  languageNotSaved:
    'Die Sprache gilt auf diesem Gerät, konnte aber nicht in Ihrem Profil gespeichert werden.',
};
