/** Processing options: their choice before the recording (`after`), and the options of a host on `/admin/domains`. */
export const option = {
  after: {
    title: 'Créer ensuite',
    hint: 'Ce qui sera créé automatiquement dès que la transcription sera là. Tout peut aussi être créé plus tard.',
    loading: 'Les traitements sont en cours de chargement.',
    needsModel:
      'Ce qui ne peut pas être choisi exige un modèle de langage. Aucun n’est configuré sur ce serveur.',
    failed: 'Les traitements n’ont pas pu être chargés',
    defaults: 'Vous pouvez créer la séance malgré tout. Ce qui est habituel ici sera alors créé.',
  },
  own: 'Cette adresse a ses propres traitements.',
  shipped: 'Cette adresse a les traitements fournis d’origine.',
  unnamed: 'Sans nom',
  byDefault: 'automatique',
  add: 'Ajouter un traitement',
  remove: {
    action: 'Retirer',
    title: 'Retirer «{{name}}»?',
    text: 'Le traitement ne sera plus proposé dès que vous aurez enregistré. Les résultats existants restent.',
    confirm: 'Retirer',
  },
  roles: {
    title: 'Seulement pour certains rôles',
    hint: 'Sans choix, le traitement vaut pour tout le monde. Les rôles ne comptent que là où la fonction «Rôles» est activée; sinon, un traitement avec des rôles n’est proposé à personne.',
    only: 'seulement pour {{roles}}',
    forNobody: 'proposé à personne: ses rôles n’existent plus',
    goneTitle: 'Un rôle n’existe plus',
    goneText:
      'Le traitement reste réservé à ce rôle jusqu’à ce que vous le changiez. Ainsi, il n’est pas proposé à tous par mégarde.',
    remove: 'Proposer à tous',
  },
  reset: {
    action: 'Rétablir ceux d’origine',
    title: 'Rétablir les traitements d’origine?',
    text: 'Tous vos noms, consignes et rôles pour {{host}} seront perdus. Les résultats existants restent.',
    confirm: 'Rétablir',
    done: 'Les traitements d’origine sont rétablis.',
    failed: 'Les traitements d’origine n’ont pas pu être rétablis. {{reason}}',
  },
  field: {
    label: 'Identifiant',
    labelHint:
      'Minuscules, chiffres et _, une lettre au début. Il ne change plus: les résultats y sont liés.',
    names: 'Noms',
    byDefault: 'Présélectionné pour les nouvelles séances',
    form: 'Forme',
    target: 'Traduire en',
    prompt: 'Consigne au modèle de langage',
    promptHint:
      'Ce qu’il faut écrire, avec quels titres, et ce qu’il faut omettre. La langue du résultat et les sources s’ajoutent d’elles-mêmes. Sans modèle de langage, la consigne n’a pas d’effet.',
    promptMore:
      'Complète ce que cette forme demande déjà et peut rester vide. Sans modèle de langage, la consigne n’a pas d’effet.',
    custom:
      'Permet de poser une question libre sur la transcription, les notes ou un résultat. Exige un modèle de langage et ne démarre jamais automatiquement. Retirez ce traitement si cela ne doit pas être possible ici.',
  },
  form: {
    text: {
      name: 'Texte',
      about:
        'Paragraphes et listes selon votre consigne. Sans modèle de langage: les phrases les plus importantes, telles quelles.',
    },
    minutes: {
      name: 'Procès-verbal',
      about: 'Décisions, tâches avec responsable et délai, points ouverts. Aussi sans modèle de langage.',
    },
    claims: {
      name: 'Vérification des faits',
      about:
        'Affirmations vérifiables avec verdict et passages. Sans modèle de langage, elles sont seulement listées.',
    },
    translation: {
      name: 'Traduction',
      about: 'Intervention par intervention. Exige un modèle de langage.',
    },
    prompt: {
      name: 'Forme libre',
      about: 'Exactement ce que demande la consigne, par exemple une lettre. Exige un modèle de langage.',
    },
  },
  problem: {
    labelShape: 'Utilisez des minuscules, des chiffres et _, une lettre au début, 40 caractères au plus.',
    labelReserved: 'Wortlaut utilise lui-même cet identifiant. Choisissez-en un autre.',
    labelTwice: 'Cet identifiant existe déjà. Choisissez-en un autre.',
    nameRequired: 'Saisissez un nom.',
    nameLong: 'Le nom peut avoir 80 caractères au plus.',
    promptRequired: 'Cette forme exige une consigne.',
    promptLong: 'La consigne peut avoir 8000 caractères au plus.',
  },
};
