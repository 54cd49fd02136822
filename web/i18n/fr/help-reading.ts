import type { HelpWords } from '#web/i18n/help-words.ts';

/** Help about what comes after the recording. */
export const helpReading: Pick<
  HelpWords['topics'],
  | 'transcript'
  | 'notes'
  | 'results'
  | 'sharing'
  | 'retention'
  | 'offline'
  | 'account'
  | 'administration'
  | 'keys'
> = {
  transcript: {
    title: 'Transcription',
    about: 'Lire, réécouter et améliorer.',
    sections: [
      {
        title: 'Lire et écouter',
        text: [
          'Un clic sur un mot fait entendre le passage. Le mot lu est mis en évidence, et le texte suit jusqu’à ce que vous le fassiez défiler vous-même.',
          'En bas se trouve la lecture avec l’image de tout l’enregistrement. Un clic y mène directement.',
        ],
      },
      {
        title: 'Améliorer le texte',
        text: [
          'Un double clic sur une section, ou la touche Entrée, l’ouvre à l’écriture. Entrée dans le texte la divise. Tout est enregistré de soi-même.',
          'Tout peut être annulé. Les versions antérieures restent lisibles.',
        ],
      },
      {
        title: 'Qui parle',
        text: [
          'Un clic sur un nom renomme la personne partout. Si une seule intervention est attribuée à la mauvaise personne, choisissez quelqu’un d’autre pour cette section.',
        ],
      },
      {
        title: 'Passages incertains',
        text: [
          'Un signe marque les endroits où la reconnaissance vocale hésitait, où le texte se répète, ou où personne ne semble parler. Écoutez ces passages avant de transmettre le texte. Confirmez ce qui est juste.',
        ],
      },
      {
        title: 'Rechercher et remplacer',
        text: [
          'La recherche montre tous les résultats. Pour remplacer, vous cochez ceux qui conviennent. Si vous avez corrigé un mot qui revient souvent, la page propose de le remplacer ailleurs aussi.',
        ],
      },
      {
        title: 'Brouillon',
        text: [
          'Si votre appareil a déjà pris le texte pendant l’enregistrement, ce texte reste comme brouillon jusqu’à ce que la transcription le remplace. Les différences peuvent être affichées.',
        ],
      },
      {
        title: 'Transcrire à nouveau',
        text: [
          'Le menu de la séance permet de transcrire à nouveau l’enregistrement, par exemple dans une autre langue ou plus fort. Vos modifications sont reprises là où elles conviennent encore; le reste est listé.',
        ],
      },
    ],
  },
  notes: {
    title: 'Notes',
    about: 'Écrire, mettre en ordre et relier aux passages.',
    sections: [
      {
        title: 'Écrire des notes',
        text: [
          'Écrivez des notes pendant l’enregistrement ou plus tard, seules ou à côté de la transcription. Elles sont enregistrées d’elles-mêmes, d’abord sur cet appareil, puis sur le serveur.',
          'Quelques signes donnent la forme: # pour un titre, - pour une liste, ** autour des mots en gras.',
        ],
      },
      {
        title: 'Insérer des moments',
        text: [
          '«Insérer le moment» place le moment de la lecture comme lien. Un clic dessus, en lecture, fait entendre le passage. Les repères de l’enregistrement peuvent aussi être insérés.',
        ],
      },
      {
        title: 'Mettre en ordre',
        text: [
          '«Mettre en ordre» fait une proposition. Vos notes ne changent que si vous l’acceptez. Avec un modèle de langage, elles sont aussi complétées à partir de la transcription; ce qui n’a pas de passage est marqué «sans source».',
        ],
      },
      {
        title: 'Deux versions',
        text: [
          'Si les notes ont été modifiées à deux endroits en même temps, les deux textes sont gardés. Vous décidez lequel vaut.',
        ],
      },
    ],
  },
  results: {
    title: 'Traitements et résultats',
    about: 'Résumé, procès-verbal, vérification des faits, questions libres.',
    sections: [
      {
        title: 'Traiter',
        text: [
          'Un traitement fait de la transcription un résultat, par exemple un résumé ou un procès-verbal. Choisissez dans la nouvelle séance ce qui doit se créer de soi-même; lancez le reste plus tard avec «Traiter».',
          'Chaque résultat a son propre onglet. S’il est créé à nouveau, l’ancien reste lisible.',
        ],
      },
      {
        title: 'Vérifiez ce qui est écrit',
        text: [
          'Les résultats peuvent contenir des erreurs. Les petits numéros mènent au passage de l’enregistrement sur lequel une phrase s’appuie. «Sans source» signifie qu’aucun passage n’a été trouvé.',
          'Sous le résultat, il est indiqué si un modèle de langage l’a écrit ou s’il se compose de phrases de la transcription.',
        ],
      },
      {
        title: 'Après des modifications',
        text: [
          'Si vous modifiez la transcription ou les notes, le résultat est signalé comme dépassé. Vous pouvez alors le créer à nouveau.',
        ],
      },
      {
        title: 'Question libre',
        text: [
          'Vous pouvez poser une question sur la transcription, les notes ou un résultat. Pour cela, le serveur a besoin d’un modèle de langage.',
        ],
      },
      {
        title: 'Corrections',
        text: [
          'Si vous le souhaitez, le serveur cherche les mots mal écrits. Il fait des propositions; rien ne change avant que vous n’en acceptiez une.',
        ],
      },
    ],
  },
  sharing: {
    title: 'Télécharger et partager',
    about: 'Documents, son et e-mail.',
    sections: [
      {
        title: 'Télécharger un document',
        text: [
          'Sous «Exporter», vous choisissez le contenu et le format. PDF sert à lire et à transmettre, Word à retravailler, le texte n’a pas de mise en page. D’autres formats existent pour les programmes et les vidéos.',
        ],
      },
      {
        title: 'Télécharger le son',
        text: [
          'Le menu de la séance télécharge le son en mp3 tant qu’il est conservé. Votre organisation peut désactiver cela.',
        ],
      },
      {
        title: 'Partager par e-mail',
        text: [
          'Pour cela, votre adresse e-mail doit être confirmée. Chaque personne reçoit son propre e-mail et ne voit pas les autres adresses. Vous voyez un aperçu avant l’envoi.',
          'Ce qui part par e-mail, Wortlaut ne peut ni le reprendre ni le supprimer. Vérifiez les destinataires et le contenu. Si l’e-mail n’est pas configuré, téléchargez les documents et envoyez-les vous-même.',
        ],
      },
    ],
  },
  retention: {
    title: 'Conservation et protection des données',
    about: 'Combien de temps les données restent, et qui les voit.',
    sections: [
      {
        title: 'Ce qui est supprimé de soi-même',
        text: [
          'Le son et les textes ont chacun un délai. Une fois écoulé, ils sont supprimés et ne peuvent pas être récupérés. Chaque séance indique la date exacte, la bibliothèque ce qui expire bientôt.',
          'Si des délais sont raccourcis, cela est annoncé au moins 30 jours avant. Téléchargez auparavant ce que vous devez garder.',
        ],
      },
      {
        title: 'Qui voit vos séances',
        text: [
          'Dans Wortlaut, vous seul. D’autres personnes ne les voient pas, même si elles connaissent l’adresse. Elles ne sont transmises que par qui télécharge des documents ou les envoie par e-mail.',
          'Qui exploite le serveur a accès à ses fichiers et à ses sauvegardes. Demandez à votre administration quelles règles s’appliquent.',
        ],
      },
      {
        title: 'Où vont les données',
        text: [
          'Les enregistrements vont à votre propre serveur. Votre administration décide s’il utilise un autre service pour les transcriptions ou les résultats. Les brouillons sur l’appareil ne le quittent pas.',
        ],
      },
      {
        title: 'Accord des personnes',
        text: [
          'Dites aux personnes, avant d’enregistrer, que vous enregistrez, dans quel but et combien de temps cela reste. Suivez les règles de votre organisation.',
        ],
      },
    ],
  },
  offline: {
    title: 'Hors ligne et connexion',
    about: 'Ce qui se passe sans réseau ou sans serveur.',
    sections: [
      {
        title: 'Un enregistrement continue',
        text: [
          'On enregistre aussi sans réseau, sans serveur et avec une connexion expirée. Ce qui est enregistré se trouve sur cet appareil et part dès que c’est possible.',
          'Laissez l’onglet ouvert jusqu’à ce que le troisième voyant s’allume.',
        ],
      },
      {
        title: 'La barre du haut',
        text: [
          'Elle dit ce qui se passe. Rouge signifie que rien n’est envoyé. Jaune signifie que tout continue.',
        ],
        points: [
          'Hors ligne: votre appareil n’a pas de réseau.',
          'Pas joignable: le serveur ne répond pas. La page réessaie d’elle-même.',
          'Interrompu ou en pause: le prochain essai vient dans le temps indiqué. «Essayer maintenant» n’attend pas.',
        ],
      },
      {
        title: 'Notes et modifications',
        text: [
          'Elles aussi se trouvent d’abord sur cet appareil. La bibliothèque signale ce qui n’est pas encore envoyé.',
        ],
      },
      {
        title: 'Si cela ne revient pas',
        text: [
          'Enregistrez le tout comme fichier. Vous pourrez le envoyer plus tard dans une nouvelle séance. Ne fermez pas une fenêtre privée avant que tout soit envoyé: elle ne conserve rien.',
        ],
      },
    ],
  },
  account: {
    title: 'Compte et connexion',
    about: 'Mot de passe, adresse, appareils et réglages.',
    sections: [
      {
        title: 'Se connecter',
        text: [
          'Vous vous connectez avec l’adresse e-mail et le mot de passe, ou par le service de connexion de votre organisation. Dans ce cas, vous y changez le mot de passe.',
          'Si vous avez oublié le mot de passe, faites-vous envoyer un lien depuis la page de connexion. Il est valable une heure et une seule fois. Si le serveur n’envoie pas d’e-mails, votre administration vous aide.',
        ],
      },
      {
        title: 'Votre compte',
        text: [
          'Sous «Compte», dans le menu en haut à droite, vous confirmez votre adresse, changez le mot de passe et voyez où vous êtes connecté. Mettez-y fin à une connexion que vous ne reconnaissez pas, puis changez le mot de passe.',
        ],
      },
      {
        title: 'Langue et apparence',
        text: [
          'Dans le même menu, vous choisissez la langue et si la page est claire ou sombre. La langue vaut pour votre compte, l’apparence pour cet appareil.',
        ],
      },
      {
        title: 'Rôle',
        text: [
          'Si votre organisation a des rôles, le rôle détermine quels traitements vous voyez. Vous en changez dans le menu, mais pas pendant un enregistrement.',
        ],
      },
      {
        title: 'Se déconnecter et fermer le compte',
        text: [
          'Déconnectez-vous si d’autres personnes utilisent cet appareil. Si tout n’est pas encore sur le serveur, la page demande d’abord.',
          'Un compte fermé est supprimé avec toutes ses séances. C’est irréversible.',
        ],
      },
    ],
  },
  administration: {
    title: 'Configuration du service',
    about: 'Pour les superutilisateurs: ce qu’une adresse propose.',
    sections: [
      {
        title: 'Adresses',
        text: [
          'Les superutilisateurs trouvent «Configuration du service» dans le menu. Les adresses de ce serveur y figurent. Chacune a ses propres personnes, séances et réglages.',
          'Seuls les superutilisateurs de l’adresse principale changent les noms, la connexion et les limites.',
        ],
      },
      {
        title: 'Traitements et rôles',
        text: [
          'Vous décidez quels traitements sont proposés, ce qui se crée de soi-même et quelle consigne reçoit le modèle de langage. L’aperçu montre ce que voit un rôle avant l’enregistrement.',
        ],
      },
      {
        title: 'Personnes',
        text: [
          'Vous attribuez des rôles, bloquez des personnes et créez un lien pour un nouveau mot de passe. Qui est bloqué est déconnecté aussitôt; les séances restent conservées.',
        ],
      },
      {
        title: 'Conservation',
        text: [
          'Des délais plus longs valent aussitôt. Annoncez des délais plus courts au moins 30 jours avant; jusque-là, rien n’est supprimé plus tôt.',
        ],
      },
      {
        title: 'Si deux personnes modifient en même temps',
        text: [
          'Si quelqu’un d’autre a enregistré entre-temps, vous voyez les deux états. Vous ne choisissez que là où les deux ont modifié la même chose.',
        ],
      },
    ],
  },
  keys: {
    title: 'Raccourcis clavier',
    about: 'Tout ce que le clavier permet.',
    sections: [],
  },
};
