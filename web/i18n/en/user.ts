export const user = {
  menu: 'Menu of {{name}}, {{initials}}',
  signedInAs: 'Signed in as',
  languageNotSaved: 'The language applies on this device, but could not be saved in your profile.',
};
