export const role = {
  title: 'Choisir un rôle',
  change: 'Changer de rôle',
  text: 'Le rôle détermine quels traitements vous sont proposés. Vous pouvez le changer à tout moment dans le menu utilisateur.',
  label: 'Votre rôle',
  isDefault: 'S’applique tant qu’aucun n’est choisi.',
  confirm: 'Confirmer',
  skip: 'Passer',
  chosen: 'Votre rôle est maintenant «{{role}}».',
  unknown: 'Rôle inconnu',
  failed: {
    available: 'Impossible de charger les rôles disponibles',
    current: 'Impossible de charger le rôle actuel',
    select: 'Impossible de choisir le rôle',
  },
};
