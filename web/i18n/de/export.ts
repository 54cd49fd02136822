export const exporting = {
  action: 'Dokument herunterladen …',
  title: 'Dokument herunterladen',
  what: 'Inhalt',
  format: 'Format',
  type: {
    transcript: 'Transkript',
    notes: 'Notizen',
    all: 'Alles in einem Dokument',
  },
  formats: {
    pdf: {
      name: 'PDF',
      hint: 'zum Lesen und Weitergeben',
    },
    docx: {
      name: 'Word (DOCX)',
      hint: 'zum Weiterbearbeiten',
    },
    txt: {
      name: 'Text (TXT)',
      hint: 'ohne Gestaltung',
    },
    md: {
      name: 'Markdown (MD)',
      hint: 'Text mit Auszeichnungen',
    },
    json: {
      name: 'Daten (JSON)',
      hint: 'für Programme, mit Zeiten und Sprechenden',
    },
    srt: {
      name: 'Untertitel (SRT)',
      hint: 'für Videoprogramme',
    },
    vtt: {
      name: 'Untertitel (WebVTT)',
      hint: 'fürs Web, mit Sprechenden',
    },
  },
  more: 'Weitere Formate',
  submit: 'Herunterladen',
  preparing: 'Das Dokument wird erstellt.',
  saved: 'Gespeichert als {{name}}',
  failed: 'Das Dokument konnte nicht heruntergeladen werden',
  unsaved: 'Im Transkript sind Änderungen, die noch nicht auf dem Server sind. Im Dokument fehlen sie.',
  nothing: {
    title: 'Es gibt noch nichts herunterzuladen',
    text: 'Sobald ein Transkript, Notizen oder Ergebnisse da sind, können Sie sie hier als Dokument herunterladen.',
  },
};
