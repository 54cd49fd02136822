export const media = {
  empty: 'Le fichier choisi est vide. Choisissez-en un autre.',
  not_audio: 'Le fichier choisi ne contient ni son ni vidéo. Choisissez un fichier audio ou vidéo.',
  no_sound_track: 'La vidéo choisie n’a pas de piste sonore. Choisissez un fichier avec du son.',
  damaged:
    'Le fichier choisi est endommagé ou incomplet et ne peut pas être lu. Copiez-le de nouveau depuis l’enregistreur, ou choisissez-en un autre.',
  index_missing:
    'Le fichier choisi s’arrête trop tôt: son index, placé à la fin, manque, et sans lui rien ne peut être lu. Copiez-le encore une fois depuis sa source. S’il s’arrête trop tôt là aussi, l’enregistrement n’a pas été terminé correctement; l’application qui l’a créé peut peut-être le réparer.',
  encrypted:
    'Le fichier choisi est chiffré ou protégé contre la copie. Enregistrez-le sans protection et choisissez-le de nouveau.',
  unsupported:
    'Le format du fichier choisi n’est pas pris en charge. Enregistrez-le par exemple en mp3, m4a ou wav.',
  too_long:
    'L’enregistrement dépasse 12 heures; cet appareil ne peut pas en vérifier autant d’un coup. Divisez-le et choisissez-en une partie.',
  too_large: 'Le fichier choisi dépasse la taille maximale de {{size}}.',
  unreadable:
    'Le fichier choisi ne peut pas être ouvert. Il a peut-être été déplacé ou modifié. Choisissez-le de nouveau.',
  engine_failed:
    'La vérification sur votre appareil n’a pas pu démarrer. Votre fichier est inchangé. Essayez encore une fois.',
  browser_outdated:
    'Votre navigateur est trop ancien pour vérifier le son sur l’appareil. Votre fichier est inchangé. Mettez-le à jour: Chrome et Edge dès 91, Firefox dès 89, Safari dès 16.4.',
};
