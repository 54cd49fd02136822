/** Announcements and the survey in the bar at the top. Network problems have words of their own (`network.ts`). */
export const infoBar = {
  label: 'Mitteilung',
  more: 'Mehr erfahren',
  whole: 'Ganz zeigen: {{title}}',
  close: 'Schliessen: {{title}}',
  survey: {
    q1: 'Hat Wortlaut Ihnen bei «{{title}}» Zeit gespart?',
    q2: 'Wie viel Zeit etwa?',
    thanks: 'Danke für Ihre Antwort.',
    close: 'Umfrage schliessen',
    answer: { yes: 'Ja', no: 'Nein' },
    time: {
      '5min': '5 Minuten',
      '10min': '10 Minuten',
      '15min': '15 Minuten',
      '30min': '30 Minuten',
      '1h': '1 Stunde',
      '1h+': 'mehr als 1 Stunde',
    },
    spoken: {
      q1: 'Oben auf der Seite steht eine kurze Umfrage: Hat Wortlaut Ihnen bei «{{title}}» Zeit gespart?',
      q2: 'Wie viel Zeit etwa?',
      thanks: 'Danke für Ihre Antwort.',
    },
  },
  /** §9. The days and periods come from the server. */
  dataProtection: {
    title: 'Datenschutz: kürzere Aufbewahrung ab {{day}}',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tagen',
    months_one: '{{count}} Monat',
    months_other: '{{count}} Monaten',
    periods: 'Ab {{day}} wird Ton nach {{days}} gelöscht, alles andere einer Sitzung nach {{months}}.',
    goes: {
      both: 'Ton von vor dem {{audio}} und Sitzungen von vor dem {{content}} werden an diesem Tag gelöscht.',
      audio: 'Ton von vor dem {{audio}} wird an diesem Tag gelöscht.',
      content: 'Sitzungen von vor dem {{content}} werden an diesem Tag gelöscht.',
    },
    todo: 'Laden Sie vorher herunter, was Sie länger brauchen.',
  },
};
