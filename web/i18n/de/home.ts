export const home = {
  headline: 'Gespräche festhalten, im genauen Wortlaut',
  subheadline:
    'Nehmen Sie ein Gespräch auf oder laden Sie eine Datei hoch, sehen Sie sofort, ob der Ton gut ist, und lesen Sie nach, was gesagt wurde. Alles bleibt auf Ihrem eigenen Server.',
  start: 'Jetzt beginnen',
  tiles: 'Für wen Wortlaut gemacht ist',
  government: {
    title: 'Für Behörden',
    text: 'Sitzungen, Anhörungen und Befragungen: Was gesagt wurde, steht mit der Zeit im Transkript, und jede Stelle lässt sich nachhören.',
  },
  health: {
    title: 'Für das Gesundheitswesen',
    text: 'Sprechstunden, Rapporte und Fallbesprechungen: Die Aufnahme geht an keinen fremden Dienst, und nach der Frist wird sie gelöscht.',
  },
  steps: {
    title: 'So geht es',
    check: {
      title: 'Aufnehmen oder Datei wählen',
      text: 'Ihr Gerät prüft den Ton in Sekunden und sagt, was zu verbessern ist.',
    },
    send: {
      title: 'Hochladen',
      text: 'Die Aufnahme wird auf Ihrem Gerät verkleinert und an Ihren Server gesendet.',
    },
    read: {
      title: 'Lesen',
      text: 'Der Server schreibt den Text. Ein Klick auf ein Wort spielt die Stelle ab.',
    },
  },
};
