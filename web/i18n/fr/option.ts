/** Processing options: their choice before the recording (`after`), and the editor of a host's options on `/admin/domains`. */
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
  title: 'Configurer les traitements',
  intro:
    'Vous décidez ici quels traitements existent, comment ils s’appellent et ce qu’ils produisent. Cela vaut pour toutes les personnes qui se connectent à l’adresse choisie. Si quelqu’un d’autre a enregistré entre-temps, vous décidez.',
  loadFailed: 'Les réglages n’ont pas pu être chargés',
  host: 'Adresse',
  onlyHost: 'Adresse : {{host}}',
  own: 'Cette adresse a ses propres traitements.',
  shipped: 'Cette adresse a les traitements fournis d’origine.',
  options: 'Traitements',
  order:
    'Ils sont proposés dans cet ordre : d’abord ce qui est créé automatiquement, sinon d’après l’identifiant. Une consigne modifiée vaut pour les résultats à venir ; les précédents sont signalés comme dépassés.',
  unnamed: 'Sans nom',
  byDefault: 'automatique',
  forRoles: 'pour des rôles seulement, donc proposé à personne',
  changed: 'modifié',
  wrong: 'À vérifier',
  add: 'Ajouter un traitement',
  unsaved: 'Modifications non enregistrées',
  asSaved: 'Tout est enregistré.',
  problems_one: 'Il manque quelque chose ou une indication ne convient pas dans {{count}} traitement.',
  problems_other: 'Il manque quelque chose ou une indication ne convient pas dans {{count}} traitements.',
  discard: 'Abandonner',
  save: 'Enregistrer',
  saved: 'Les traitements pour {{host}} sont enregistrés.',
  saveFailed: 'Les modifications n’ont pas pu être enregistrées',
  conflict: {
    takeTheirs: 'Abandonner les miennes, afficher les autres',
    saveMine: 'Enregistrer quand même mes modifications',
  },
  remove: {
    action: 'Retirer',
    title: 'Retirer « {{name}} » ?',
    text: 'Le traitement ne sera plus proposé dès que vous aurez enregistré. Les résultats existants restent.',
    confirm: 'Retirer',
  },
  roles: {
    title: 'Prévu pour des rôles seulement : {{roles}}',
    text: 'Les rôles n’existent pas encore ; ce traitement n’est donc proposé à personne. Il reste enregistré tel quel.',
    remove: 'Proposer à tous',
  },
  reset: {
    action: 'Rétablir ceux d’origine',
    title: 'Rétablir les traitements d’origine ?',
    text: 'Tous vos noms, consignes et rôles pour {{host}} seront perdus. Les résultats existants restent.',
    confirm: 'Rétablir',
    done: 'Les traitements d’origine sont rétablis.',
    failed: 'Les traitements d’origine n’ont pas pu être rétablis. {{reason}}',
  },
  leave: {
    title: 'Abandonner les modifications ?',
    text: 'Vous avez modifié des traitements sans les enregistrer.',
    stay: 'Rester',
  },
  field: {
    label: 'Identifiant',
    labelHint:
      'Minuscules, chiffres et _, une lettre au début. Il ne change plus : les résultats y sont liés.',
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
        'Paragraphes et listes selon votre consigne. Sans modèle de langage : les phrases les plus importantes, telles quelles.',
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
