export const user = {
  menu: 'Menu de {{name}}, {{initials}}',
  signedInAs: 'Connecté comme',
  chatApp: 'Vers l’application de chat',
  languageNotSaved:
    'La langue s’applique sur cet appareil, mais n’a pas pu être enregistrée dans votre profil.',
};
