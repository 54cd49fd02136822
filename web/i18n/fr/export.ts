export const exporting = {
  action: 'Télécharger un document …',
  title: 'Télécharger un document',
  what: 'Contenu',
  format: 'Format',
  type: {
    transcript: 'Transcription',
    notes: 'Notes',
    all: 'Tout en un seul document',
  },
  formats: {
    pdf: {
      name: 'PDF',
      hint: 'à lire et à transmettre',
    },
    docx: {
      name: 'Word (DOCX)',
      hint: 'à retravailler',
    },
    txt: {
      name: 'Texte (TXT)',
      hint: 'sans mise en forme',
    },
    md: {
      name: 'Markdown (MD)',
      hint: 'texte balisé',
    },
    json: {
      name: 'Données (JSON)',
      hint: 'pour des programmes, avec temps et intervenants',
    },
    srt: {
      name: 'Sous-titres (SRT)',
      hint: 'pour les logiciels vidéo',
    },
    vtt: {
      name: 'Sous-titres (WebVTT)',
      hint: 'pour le web, avec intervenants',
    },
  },
  more: 'Autres formats',
  submit: 'Télécharger',
  preparing: 'Le document est en préparation.',
  saved: 'Enregistré sous {{name}}',
  failed: 'Le document n’a pas pu être téléchargé',
  unsaved:
    'La transcription contient des modifications qui ne sont pas encore sur le serveur. Elles manquent dans le document.',
  nothing: {
    title: 'Il n’y a encore rien à télécharger',
    text: 'Dès qu’il y aura une transcription, des notes ou des résultats, vous pourrez les télécharger ici.',
  },
};
