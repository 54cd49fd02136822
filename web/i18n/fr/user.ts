export const user = {
  menu: 'Menu de {{name}}, {{initials}}',
  signedInAs: 'Connecté comme',
  languageNotSaved:
    'La langue s’applique sur cet appareil, mais n’a pas pu être enregistrée dans votre profil.',
};
