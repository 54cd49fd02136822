export const user = {
  menu: 'Menu of {{name}}, {{initials}}',
  signedInAs: 'Signed in as',
  chatApp: 'Go to the chat app',
  languageNotSaved: 'The language applies on this device, but could not be saved in your profile.',
};
