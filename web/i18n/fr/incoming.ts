/** A file that another app has shared, or that was opened with the app. */
export const incoming = {
  title: 'La séance reçoit ce fichier',
  text: '«{{name}}» ({{size}}) se trouve uniquement sur cet appareil. Il est vérifié dès que la séance est créée, et n’est envoyé au serveur que lorsque vous choisissez «Envoyer».',
  remove: 'Ne pas prendre ce fichier',
  none: 'Aucun fichier n’est arrivé. Partagez l’enregistrement encore une fois, ou choisissez le fichier après avoir créé la séance.',
  not_stored:
    'Le navigateur n’a pas pu enregistrer le fichier sur cet appareil. Le fichier lui-même est inchangé. Libérez de l’espace et partagez-le encore une fois, ou choisissez-le après avoir créé la séance.',
};
