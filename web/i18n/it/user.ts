export const user = {
  menu: 'Menu di {{name}}, {{initials}}',
  signedInAs: 'Accesso come',
  chatApp: 'All’applicazione di chat',
  languageNotSaved: 'La lingua vale su questo dispositivo, ma non ha potuto essere salvata nel Suo profilo.',
};
