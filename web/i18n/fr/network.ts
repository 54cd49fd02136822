export const network = {
  label: 'Connexion',
  offline: 'Votre appareil est hors ligne. Dès que la connexion revient, tout continue de soi-même.',
  unreachable: 'Le serveur n’est pas joignable. Un nouvel essai a lieu toutes les {{seconds}} secondes.',
};
