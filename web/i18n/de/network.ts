export const network = {
  label: 'Verbindung',
  /** The info bar, which has one line. */
  bar: {
    offline:
      'Ihr Gerät ist offline. Prüfen Sie WLAN oder Kabel. Sobald die Verbindung zurück ist, geht es von selbst weiter.',
    unreachable:
      'Der Server ist nicht erreichbar. Die Verbindung wird alle {{seconds}} Sekunden neu versucht. Dauert es an, melden Sie es Ihrem Support.',
    down: 'Der Server ist gerade ausser Betrieb. Es wird alle {{seconds}} Sekunden neu versucht. Dauert es an, melden Sie es Ihrem Support.',
    blocked:
      'Verbindungen zu {{host}} werden blockiert, etwa von einem Werbeblocker, einem Filter oder der Anmeldeseite eines WLANs. Erlauben Sie {{host}}, oder wechseln Sie das Netz.',
    unstable: 'Die Verbindung ist instabil. Es geht trotzdem weiter.',
    testing: 'Die Verbindung wird geprüft.',
    retrying_one: 'Upload unterbrochen: Versuch {{attempt}} in {{count}} Sekunde.',
    retrying_other: 'Upload unterbrochen: Versuch {{attempt}} in {{count}} Sekunden.',
    paused_one: 'Upload pausiert: Versuch {{attempt}} in {{count}} Sekunde.',
    paused_other: 'Upload pausiert: Versuch {{attempt}} in {{count}} Sekunden.',
    stopped: 'Der Upload ist angehalten.',
    signIn:
      'Der Anmeldedienst antwortet nicht. Ihre Anmeldung wird von selbst verlängert, sobald er zurück ist.',
  },
  /** Notices beside a recording or file that is being sent. */
  notice: {
    offline: 'Ihr Gerät ist offline. Der Upload geht weiter, sobald die Verbindung zurück ist.',
    unstable: 'Die Verbindung war eben unterbrochen. Der Upload läuft wieder.',
    testing: 'Es wird geprüft, ob der Server antwortet.',
    trying: 'Versuch {{attempt}} läuft.',
    retrying_one: 'Die Verbindung ist unterbrochen. Versuch {{attempt}} in {{count}} Sekunde.',
    retrying_other: 'Die Verbindung ist unterbrochen. Versuch {{attempt}} in {{count}} Sekunden.',
    paused_one: 'Der Server antwortet nicht, der Upload pausiert. Versuch {{attempt}} in {{count}} Sekunde.',
    paused_other:
      'Der Server antwortet nicht, der Upload pausiert. Versuch {{attempt}} in {{count}} Sekunden.',
    stopped: 'Sie haben den Upload angehalten. Was schon auf dem Server ist, bleibt dort.',
  },
  /** Announcements for screen readers, made once for each disturbance. */
  spoken: {
    offline: 'Ihr Gerät ist offline.',
    unreachable: 'Der Server ist nicht erreichbar.',
    down: 'Der Server ist gerade ausser Betrieb.',
    blocked: 'Verbindungen zum Server werden blockiert.',
    interrupted: 'Der Upload ist unterbrochen. Er wird von selbst neu versucht.',
    paused: 'Der Upload pausiert, weil der Server nicht antwortet. Er wird später von selbst neu versucht.',
    stopped: 'Der Upload wurde angehalten.',
    unstable: 'Der Upload läuft wieder, die Verbindung ist noch instabil.',
    signIn: 'Der Anmeldedienst antwortet nicht.',
    back: 'Die Verbindung ist wieder gut.',
    stalled: 'Der Upload kommt nicht voran. Sie können ihn neu ansetzen.',
  },
  /** Where the audio is in the meantime. */
  safe: {
    file: 'Ihre Datei bleibt unverändert auf diesem Gerät.',
    recording: 'Ihre Aufnahme läuft weiter und ist auf diesem Gerät gespeichert.',
    recorded: 'Ihre Aufnahme ist auf diesem Gerät gespeichert.',
    unsaved: 'Was der Server noch nicht hat, liegt nur in diesem Tab: Lassen Sie ihn offen.',
  },
  stalled_one: 'Der Upload macht seit {{count}} Sekunde keine Fortschritte. Sie können ihn neu ansetzen.',
  stalled_other: 'Der Upload macht seit {{count}} Sekunden keine Fortschritte. Sie können ihn neu ansetzen.',
  restart: 'Neu ansetzen',
  retryNow: 'Jetzt versuchen',
  stop: 'Nicht weiter versuchen',
  resume: 'Upload fortsetzen',
  saveFile: 'Als Datei speichern',
  partsDone_one: '{{done}} von {{count}} Teil auf dem Server',
  partsDone_other: '{{done}} von {{count}} Teilen auf dem Server',
  bytes: '{{sent}} von {{total}}',
};
