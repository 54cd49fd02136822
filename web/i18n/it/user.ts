export const user = {
  menu: 'Menu di {{name}}, {{initials}}',
  signedInAs: 'Accesso come',
  languageNotSaved: 'La lingua vale su questo dispositivo, ma non ha potuto essere salvata nel Suo profilo.',
};
