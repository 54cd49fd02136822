export const home = {
  headline: 'Gespräche festhalten, im genauen Wortlaut',
  subheadline:
    'Nehmen Sie ein Gespräch auf, diktieren Sie oder laden Sie eine Datei hoch. Sie sehen sofort, ob der Ton gut ist, und lesen nach, was gesagt wurde. Alles bleibt auf Ihrem eigenen Server.',
  start: 'Jetzt beginnen',
  tiles: 'Für wen Wortlaut gemacht ist',
  government: {
    title: 'Für Behörden',
    text: 'Sitzungen, Anhörungen und Befragungen: Sie nehmen im Saal auf oder laden eine Datei hoch. Was gesagt wurde, steht mit der Zeit im Transkript, und jede Stelle lässt sich nachhören.',
  },
  health: {
    title: 'Für das Gesundheitswesen',
    text: 'Sprechstunden, Rapporte und Fallbesprechungen: Sie nehmen auf oder diktieren, was in die Akte gehört. Die Aufnahme bleibt auf Ihrem Server und wird nach der Frist gelöscht.',
  },
  steps: {
    title: 'So geht es',
    check: {
      title: 'Aufnehmen, diktieren oder Datei wählen',
      text: 'Ihr Gerät prüft den Ton sofort und sagt, was zu verbessern ist.',
    },
    send: {
      title: 'Speichern',
      text: 'Eine Aufnahme wird laufend auf Ihrem Gerät und auf Ihrem Server gespeichert. Eine Datei wird verkleinert und hochgeladen.',
    },
    read: {
      title: 'Lesen',
      text: 'Der Server schreibt den Text und auf Wunsch ein Protokoll. Ein Klick auf ein Wort spielt die Stelle ab.',
    },
  },
};
