import type { HelpWords } from '#web/i18n/help-words.ts';
import { helpKeys } from './help-keys.ts';
import { helpReading } from './help-reading.ts';

export const helpPages: HelpWords = {
  page: {
    lead: 'De courtes réponses sur chaque page. Ce que vous lisez ici ne change rien à vos enregistrements.',
    search: 'Rechercher dans l’aide …',
    clear: 'Vider la recherche',
    topics: 'Sujets de l’aide',
    all: 'Tous les sujets',
    found: { one: '{count} résultat', other: '{count} résultats' },
    nothing: 'Il n’y a rien à ce sujet ici',
    nothingText: 'Essayez un mot plus court ou un autre mot, ou parcourez les sujets.',
    contents: 'Sur cette page',
    tour: 'Montrer la visite encore une fois',
    tourLater: {
      recording: 'La visite commence dès que la nouvelle séance est créée.',
      session: 'La visite commence dès que vous ouvrez une séance avec transcription.',
    },
    unknown: 'Ce sujet n’existe pas. Tous les sujets figurent ci-dessous.',
    periods: 'Sur ce serveur, le son reste {days} jours, tout le reste {months} mois.',
    largest: 'Sur ce serveur, un fichier peut avoir au plus {size}.',
  },
  topics: {
    library: {
      title: 'Bibliothèque',
      about: 'Trouver, ouvrir et supprimer des séances.',
      sections: [
        {
          title: 'Ce qu’est une séance',
          text: [
            'Une séance est un entretien avec tout ce qui en fait partie: son, transcription, notes et résultats. Les plus récentes viennent en premier, classées par jour.',
            'Dans la bibliothèque, «Enregistrer» commence aussitôt. Choisissez-y un fichier, ou déposez-le n’importe où sur la bibliothèque. Vous changez le nom et la langue quand vous voulez. Avec «Nouvelle séance», vous indiquez d’abord tout.',
          ],
        },
        {
          title: 'Rechercher',
          text: [
            'Vous cherchez dans les titres ou dans les paroles. La seconde recherche trouve les séances où tous les mots ont été dits près les uns des autres. Chaque passage mène à sa place dans la transcription.',
            'Des mots entre guillemets doivent se suivre exactement.',
          ],
        },
        {
          title: 'Ce que signifie un état',
          text: ['Chaque ligne indique où en est une séance.'],
          points: [
            'nouvelle: il n’y a pas encore de son.',
            'en attente: l’enregistrement est sur le serveur et attend son tour.',
            'en transcription: le texte s’écrit. Vous pouvez déjà le lire.',
            'en traitement: le texte est là, les résultats sont en cours de création.',
            'presque terminée: cela dure plus longtemps que prévu.',
            'terminée: tout est là.',
            'erreur: il n’y a pas de transcription. La séance indique la raison et ce que vous pouvez faire.',
          ],
        },
        {
          title: 'Supprimer',
          text: [
            'La suppression enlève le son, la transcription, les notes et les résultats. Il vous reste ensuite quelques secondes pour annuler.',
            'Pour en choisir plusieurs, prenez «Sélectionner». Le bouton avec le calendrier montre ce qui sera supprimé de soi-même.',
          ],
        },
        {
          title: 'Enregistrements qui ne sont pas encore arrivés',
          text: [
            'Un enregistrement qui se trouve encore sur cet appareil figure tout en haut. Vous pouvez le poursuivre, l’envoyer ou l’abandonner.',
            'Si un appareil est perdu, vous pouvez terminer ce que le serveur possède déjà.',
          ],
        },
      ],
    },
    record: {
      title: 'Enregistrer',
      about: 'Enregistrer un entretien sans rien perdre.',
      sections: [
        {
          title: 'Pour commencer',
          text: [
            'Dans la bibliothèque, appuyez sur «Enregistrer». Le navigateur demande une fois si la page peut utiliser le microphone. Puis l’enregistrement tourne.',
            'Pour vérifier d’abord le son, choisissez «Vérifier d’abord le son», ou «Enregistrer» dans une nouvelle séance: la page écoute alors pendant trois secondes et dit si le son est bon. Rien n’est enregistré avant que vous n’appuyiez sur «Démarrer l’enregistrement».',
          ],
        },
        {
          title: 'Les trois voyants',
          text: [
            'Ils montrent où se trouve l’enregistrement. Ne fermez l’onglet que lorsque le troisième est allumé.',
          ],
          points: ['enregistré', 'sur cet appareil', 'sur le serveur'],
        },
        {
          title: 'Pendant l’enregistrement',
          text: [
            '«Pause» suspend sans terminer la séance. Un repère marque un moment que vous voulez retrouver. Écrivez des notes à côté; elles font partie de la séance.',
            'Si le son est mauvais, un message le dit et indique ce qui aide. L’enregistrement continue.',
          ],
        },
        {
          title: 'Longs entretiens',
          text: [
            'Un enregistrement dure au plus 2:30 heures. Vous êtes averti avant. Ensuite, il continue sans coupure dans une nouvelle séance.',
          ],
        },
        {
          title: 'Si quelque chose survient',
          text: [
            'Sans connexion, l’enregistrement continue; il est envoyé dès qu’elle revient. Si le microphone n’est plus là, rebranchez-le ou choisissez-en un autre.',
            'Si l’onglet a été fermé ou si le navigateur s’est arrêté, l’enregistrement vous est proposé à la prochaine ouverture.',
          ],
        },
        {
          title: 'Visioconférences',
          text: [
            'Dans les réglages du son, vous pouvez aussi enregistrer le son d’un onglet ou de l’ordinateur. Le navigateur demande ce qu’il doit partager; choisissez-le avec le son. Demandez aux personnes présentes si elles sont d’accord.',
          ],
        },
      ],
    },
    phone: {
      title: 'Le téléphone comme micro',
      about: 'Enregistrer avec le téléphone posé sur la table, et lire ici.',
      sections: [
        {
          title: 'Comment connecter le téléphone',
          text: [
            'Dans une séance sans son, choisissez «Enregistrer avec le téléphone», ou «Connecter un téléphone» dans le menu de la personne. Scannez le code QR avec l’appareil photo du téléphone, ou saisissez-y le code. Connectez-vous sur le téléphone avec le même compte. Certains serveurs n’y demandent pas de connexion; c’est indiqué près du code.',
            'Les deux écrans affichent ensuite un nombre. S’il est identique, confirmez-le ici. Sans cette comparaison, une photo du code ne sert à personne.',
          ],
        },
        {
          title: 'Pendant l’enregistrement',
          text: [
            'Activez le microphone sur le téléphone. Démarrer, faire une pause, placer un repère et terminer fonctionnent alors sur les deux écrans. Vous voyez ici le niveau, le temps, les avis et le réseau du téléphone, sa batterie si son navigateur l’indique, et le brouillon si le téléphone en écrit un.',
            'Une commande que le téléphone ne prend pas dans les 10 secondes n’est plus exécutée. Les deux écrans le disent.',
          ],
        },
        {
          title: 'Si l’un des deux disparaît',
          text: [
            'Le téléphone continue d’enregistrer, même si l’onglet est fermé ici ou si le réseau manque. Ce qui n’est pas encore sur le serveur se trouve sur le téléphone et sera envoyé dès que possible.',
            'Si personne ne s’est connecté sur le téléphone, il ne peut plus rien envoyer après la fin du couplage. Ce qui manque reste sur le téléphone jusqu’à ce que vous vous y connectiez.',
            'Si le téléphone ne revient pas, vous pouvez terminer ici ce que le serveur a de l’enregistrement.',
          ],
        },
      ],
    },
    dictate: {
      title: 'Dicter',
      about: 'Parler, et lire aussitôt le texte.',
      sections: [
        {
          title: 'Ce qui se passe',
          text: [
            'Le son est enregistré comme toujours. Ce que vous dites apparaît aussitôt comme brouillon. Après l’enregistrement, la transcription remplace le brouillon.',
            '«Garder comme notes» met le brouillon dans les notes de la séance.',
          ],
        },
        {
          title: 'Qui écrit le brouillon',
          text: [
            'De préférence cet appareil: la reconnaissance du navigateur, ou un modèle chargé une fois depuis le serveur. Le son ne quitte pas l’appareil pour cela.',
            'Un service du fabricant du navigateur n’est utilisé que si votre organisation le permet et si vous avez donné votre accord une fois.',
          ],
        },
        {
          title: 'Si aucun texte n’apparaît',
          text: [
            'Parlez plus près du microphone. Le navigateur dit ce qui lui manque, par exemple un pack linguistique. Le son est enregistré dans tous les cas.',
            'Si «Dicter» n’apparaît pas du tout, la fonction est désactivée pour votre organisation.',
          ],
        },
      ],
    },
    upload: {
      title: 'Envoyer un fichier',
      about: 'Vérifier, raccourcir et envoyer un fichier audio ou vidéo.',
      sections: [
        {
          title: 'Choisir un fichier',
          text: [
            'Glissez le fichier dans le champ, choisissez-le, ou collez un fichier copié. Un seul fichier à la fois, au plus 2:30 heures.',
            'S’il est plus grand que permis, cet appareil peut en faire un plus petit. Le fichier lui-même reste tel quel.',
          ],
        },
        {
          title: 'D’abord une vérification',
          text: [
            'L’appareil lit le fichier et dit s’il est bien compréhensible. Rien ne part au serveur avant que vous n’appuyiez sur «Envoyer».',
          ],
        },
        {
          title: 'Couper',
          text: [
            'Les silences au début, à la fin et dans les longues pauses sont proposés à la coupe. Vous pouvez aussi sélectionner un passage et le laisser de côté. Tout peut être annulé jusqu’à l’envoi.',
            '«Égaliser le niveau sonore» aide pour les enregistrements faibles. Sous «Comparer», vous entendez exactement ce qui sera envoyé.',
          ],
        },
        {
          title: 'Envoyer',
          text: [
            'L’enregistrement part au serveur par parties. Si la connexion s’interrompt, l’envoi reprend à la dernière partie. Laissez l’onglet ouvert jusqu’à ce que le troisième voyant s’allume.',
            'Si vous avez fermé la page, vous retrouvez votre travail sur cet appareil pendant 24 heures.',
          ],
        },
      ],
    },
    'sound-check': {
      title: 'Essai et qualité du son',
      about: 'Ce qui fait une bonne transcription, et ce que vous pouvez améliorer.',
      sections: [
        {
          title: 'Les trois appréciations',
          text: ['Wortlaut mesure le son et indique la raison s’il n’est pas bon.'],
          points: [
            'Bien compréhensible: il n’y a rien à faire.',
            'Utilisable, avec des réserves: attendez-vous à davantage d’erreurs aux passages indiqués.',
            'Difficilement compréhensible: si possible, enregistrez encore une fois.',
          ],
        },
        {
          title: 'Ce qui aide le plus',
          text: ['Être près du microphone compte davantage que n’importe quel appareil.'],
          points: [
            'Placez le microphone au milieu, à un mètre au plus de toutes les personnes qui parlent.',
            'Ne le posez pas sur une table que l’on heurte, ni à côté d’une ventilation.',
            'Fermez les fenêtres et les portes.',
            'Laissez parler une seule personne à la fois.',
            'Prenez un câble plutôt qu’une liaison sans fil si le son se coupe.',
          ],
        },
        {
          title: 'Réglages du son',
          text: [
            'Pour les conversations dans une pièce, mieux vaut tout laisser désactivé. «Supprimer l’écho» sert aux voix d’un haut-parleur, «Réduire le bruit» à la ventilation et à la circulation, «Régler le niveau automatiquement» aux voix de force très inégale.',
          ],
        },
        {
          title: 'Le microphone n’est pas autorisé',
          text: [
            'Cliquez sur le symbole à gauche de l’adresse et autorisez le microphone. S’il reste bloqué, votre organisation l’a peut-être interdit; adressez-vous à votre administration.',
          ],
        },
      ],
    },
    ...helpReading,
  },
  keys: helpKeys,
};
