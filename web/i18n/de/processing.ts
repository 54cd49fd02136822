export const processing = {
  cancel: {
    action: 'Transkription abbrechen',
    title: 'Transkription abbrechen?',
    partial:
      'Was schon geschrieben ist, bleibt als unvollständiger Text stehen. Sie können die Transkription später fortsetzen.',
    whole: 'Die neue Fassung wird verworfen. Das bisherige Transkript bleibt, wie es ist.',
    confirm: 'Abbrechen',
    keep: 'Weiter transkribieren',
    failed: 'Die Transkription konnte nicht abgebrochen werden. {{reason}}',
  },
  retry: {
    action: 'Nochmals versuchen',
    failed: 'Die Transkription konnte nicht neu gestartet werden. {{reason}}',
  },
  cancelled: 'Die Transkription wurde abgebrochen',
  incomplete: 'Das Transkript ist unvollständig',
  keepsVersion: 'Bis die neue Fassung fertig ist, sehen Sie die bisherige.',
  model: {
    label: 'Sprachmodell {{name}} wird geladen',
    unnamed: 'Das Sprachmodell wird geladen',
    percent: '{{percent}} geladen',
    ready: 'Das Sprachmodell ist da. Die Transkription beginnt gleich.',
  },
  regenerate: {
    action: 'Neu transkribieren …',
    title: 'Neu transkribieren',
    text: 'Es entsteht eine neue Fassung des Transkripts. Ihre Änderungen werden übernommen, wo sie noch passen; was keinen Platz findet, wird Ihnen aufgelistet. Die bisherige Fassung bleibt einsehbar.',
    textNone: 'Die Aufnahme wird von vorn transkribiert.',
    underWay: 'Diese Sitzung wird gerade bearbeitet',
    underWayText:
      'Warten Sie, bis das beendet ist, oder brechen Sie es ab. Erst danach kann neu transkribiert werden.',
    submit: 'Neu transkribieren',
    failed: 'Die neue Transkription konnte nicht gestartet werden',
    started: 'Die neue Transkription ist eingereiht.',
  },
  boost: {
    label: 'Lautstärke vor der Erkennung',
    hint: 'Für leise Aufnahmen. Die gespeicherte Aufnahme bleibt, wie sie ist; nichts wird übersteuert.',
    value: '{{word}} (+{{db}} dB)',
    none: 'unverändert',
    little: 'etwas lauter',
    clear: 'deutlich lauter',
    much: 'sehr viel lauter',
    measured: 'Gemessen: {{lufs}} LUFS. Für leise Aufnahmen wie diese ist {{factor}}-fach ein guter Wert.',
    use: '{{factor}}-fach verwenden',
  },
};
