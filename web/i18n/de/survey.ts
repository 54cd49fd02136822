/** Results of the survey of a host, on `/admin/domains`. The survey itself is in `info-bar.ts`. */
export const survey = {
  off: 'Die Funktion «Umfrage» ist aus, deshalb wird niemand gefragt. Sie lässt sich unter «Funktionen» einschalten.',
  from: 'Von',
  to: 'Bis',
  dayHint: 'Ein Tag in UTC. Leer: ohne Grenze.',
  problem: {
    order: 'Das Ende liegt vor dem Anfang.',
    day: 'Geben Sie einen Tag ein, oder lassen Sie das Feld leer.',
  },
  loadFailed: 'Die Antworten konnten nicht geladen werden',
  shown_one: '{{count}}-mal gezeigt.',
  shown_other: '{{count}}-mal gezeigt.',
  answered_one: '{{count}} Antwort.',
  answered_other: '{{count}} Antworten.',
  q1: 'Hat Wortlaut Zeit gespart?',
  q2: 'Wie viel Zeit',
  answer: 'Antwort',
  count: 'Anzahl',
  share: 'Anteil',
  csv: 'Als CSV-Datei speichern',
  csvFailed: 'Die Datei konnte nicht gespeichert werden',
};
