import type { HelpWords } from '#web/i18n/help-words.ts';

/** Help about what comes after the recording. */
export const helpReading: Pick<
  HelpWords['topics'],
  | 'transcript'
  | 'notes'
  | 'results'
  | 'sharing'
  | 'retention'
  | 'offline'
  | 'account'
  | 'administration'
  | 'keys'
> = {
  transcript: {
    title: 'Transkript',
    about: 'Lesen, nachhören und verbessern.',
    sections: [
      {
        title: 'Lesen und hören',
        text: [
          'Ein Klick auf ein Wort spielt die Stelle ab. Das gespielte Wort ist hervorgehoben, und der Text läuft mit, bis Sie selbst blättern.',
          'Unten ist die Wiedergabe mit dem Bild der ganzen Aufnahme. Ein Klick darauf springt dorthin.',
        ],
      },
      {
        title: 'Verbessern',
        text: [
          'Ein Doppelklick auf einen Abschnitt, oder die Eingabetaste, öffnet ihn zum Schreiben. Die Eingabetaste im Text teilt ihn. Gespeichert wird von selbst.',
          'Alles lässt sich rückgängig machen. Frühere Fassungen bleiben lesbar.',
        ],
      },
      {
        title: 'Wer spricht',
        text: [
          'Ein Klick auf einen Namen benennt die Person überall um. Ist nur ein Beitrag der falschen Person zugeordnet, wählen Sie für diesen Abschnitt jemand anderen.',
        ],
      },
      {
        title: 'Unsichere Stellen',
        text: [
          'Ein Zeichen steht dort, wo die Spracherkennung unsicher war, der Text sich auffällig wiederholt oder niemand zu sprechen scheint. Hören Sie diese Stellen nach, bevor Sie den Text weitergeben. Was stimmt, bestätigen Sie.',
        ],
      },
      {
        title: 'Suchen und ersetzen',
        text: [
          'Die Suche zeigt alle Treffer. Beim Ersetzen haken Sie an, welche gemeint sind. Haben Sie ein Wort verbessert, das noch öfter vorkommt, wird angeboten, es auch dort zu ersetzen.',
        ],
      },
      {
        title: 'Entwurf',
        text: [
          'Hat Ihr Gerät schon während der Aufnahme mitgeschrieben, steht dieser Text als Entwurf da, bis das Transkript ihn ersetzt. Abweichungen davon lassen sich zeigen.',
        ],
      },
      {
        title: 'Neu transkribieren',
        text: [
          'Im Menü der Sitzung lässt sich die Aufnahme neu transkribieren, zum Beispiel in einer anderen Sprache oder lauter. Ihre Änderungen werden übernommen, wo sie noch passen; der Rest wird aufgelistet.',
        ],
      },
    ],
  },
  notes: {
    title: 'Notizen',
    about: 'Mitschreiben, ordnen und mit Stellen verbinden.',
    sections: [
      {
        title: 'Schreiben',
        text: [
          'Notizen schreiben Sie während der Aufnahme oder später, allein oder neben dem Transkript. Sie werden von selbst gespeichert, zuerst auf diesem Gerät, dann auf dem Server.',
          'Einfache Zeichen geben Form: # für einen Titel, - für eine Liste, ** um fette Wörter.',
        ],
      },
      {
        title: 'Zeiten einfügen',
        text: [
          '«Zeit einfügen» setzt die Zeit der Wiedergabe als Verweis. Ein Klick darauf in der Leseansicht spielt die Stelle ab. Auch Marken der Aufnahme lassen sich einfügen.',
        ],
      },
      {
        title: 'Ordnen',
        text: [
          '«Ordnen» macht einen Vorschlag. Ihre Notizen ändern sich erst, wenn Sie ihn übernehmen. Mit einem Sprachmodell wird auch aus dem Transkript ergänzt; was keine Stelle hat, ist mit «ohne Beleg» bezeichnet.',
        ],
      },
      {
        title: 'Zwei Fassungen',
        text: [
          'Wurden die Notizen an zwei Orten gleichzeitig geändert, bleiben beide Texte. Sie entscheiden, was gilt.',
        ],
      },
    ],
  },
  results: {
    title: 'Auswertungen und Ergebnisse',
    about: 'Zusammenfassung, Protokoll, Faktencheck, eigene Fragen.',
    sections: [
      {
        title: 'Auswerten',
        text: [
          'Eine Auswertung macht aus dem Transkript ein Ergebnis, zum Beispiel eine Zusammenfassung oder ein Protokoll. Was von selbst entstehen soll, wählen Sie bei der neuen Sitzung; alles andere starten Sie später mit «Auswerten».',
          'Jedes Ergebnis hat einen eigenen Tab. Wird eines neu erstellt, bleibt das frühere lesbar.',
        ],
      },
      {
        title: 'Prüfen Sie, was dasteht',
        text: [
          'Ergebnisse können Fehler enthalten. Die kleinen Nummern führen zu der Stelle der Aufnahme, auf der ein Satz beruht. «Ohne Beleg» heisst: Es wurde keine Stelle gefunden.',
          'Unter dem Ergebnis steht, ob ein Sprachmodell es geschrieben hat, oder ob es aus Sätzen des Transkripts besteht.',
        ],
      },
      {
        title: 'Nach Änderungen',
        text: [
          'Ändern Sie Transkript oder Notizen, wird ein Ergebnis als überholt bezeichnet. Sie können es dann neu erstellen.',
        ],
      },
      {
        title: 'Eigene Frage',
        text: [
          'Sie können eine Frage zum Transkript, zu den Notizen oder zu einem Ergebnis stellen. Dafür braucht der Server ein Sprachmodell.',
        ],
      },
      {
        title: 'Korrekturen',
        text: [
          'Auf Wunsch sucht der Server nach falsch geschriebenen Wörtern. Es entstehen Vorschläge; nichts ändert sich, bis Sie einen übernehmen.',
        ],
      },
    ],
  },
  sharing: {
    title: 'Herunterladen und teilen',
    about: 'Dokumente, Ton und E-Mail.',
    sections: [
      {
        title: 'Dokument herunterladen',
        text: [
          'Unter «Exportieren» wählen Sie Inhalt und Format. PDF ist zum Lesen und Weitergeben, Word zum Weiterbearbeiten, Text ohne Gestaltung. Für Programme und Videos gibt es weitere Formate.',
        ],
      },
      {
        title: 'Ton herunterladen',
        text: [
          'Im Menü der Sitzung laden Sie den Ton als mp3 herunter, solange er aufbewahrt wird. Ihre Organisation kann das ausschalten.',
        ],
      },
      {
        title: 'Per E-Mail teilen',
        text: [
          'Dafür muss Ihre E-Mail-Adresse bestätigt sein. Alle erhalten eine eigene E-Mail und sehen die anderen Adressen nicht. Vor dem Senden sehen Sie eine Vorschau.',
          'Was per E-Mail weggeht, kann Wortlaut nicht zurückholen oder löschen. Prüfen Sie Empfänger und Inhalt. Ist E-Mail nicht eingerichtet, laden Sie die Dokumente herunter und senden sie selbst.',
        ],
      },
    ],
  },
  retention: {
    title: 'Aufbewahrung und Datenschutz',
    about: 'Wie lange etwas bleibt, und wer es sieht.',
    sections: [
      {
        title: 'Was von selbst gelöscht wird',
        text: [
          'Der Ton und die Texte haben je eine Frist. Ist sie vorbei, wird gelöscht und lässt sich nicht zurückholen. In jeder Sitzung steht das genaue Datum, in der Bibliothek, was bald abläuft.',
          'Werden Fristen kürzer, wird das mindestens 30 Tage vorher angekündigt. Laden Sie vorher herunter, was Sie behalten müssen.',
        ],
      },
      {
        title: 'Wer Ihre Sitzungen sieht',
        text: [
          'In Wortlaut nur Sie. Andere Personen sehen sie auch nicht, wenn sie die Adresse kennen. Weiter gibt sie nur, wer Dokumente herunterlädt oder per E-Mail sendet.',
          'Wer den Server betreibt, hat Zugang zu dessen Dateien und Sicherungen. Fragen Sie Ihre Administration, was dort geregelt ist.',
        ],
      },
      {
        title: 'Wohin Daten gehen',
        text: [
          'Aufnahmen gehen an Ihren eigenen Server. Ob dieser für Transkripte oder Ergebnisse einen weiteren Dienst benutzt, legt Ihre Administration fest. Entwürfe auf dem Gerät verlassen es nicht.',
        ],
      },
      {
        title: 'Einverständnis',
        text: [
          'Sagen Sie den Beteiligten vor der Aufnahme, dass aufgenommen wird, wozu, und wie lange es bleibt. Halten Sie sich an die Regeln Ihrer Organisation.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline und Verbindung',
    about: 'Was geschieht, wenn Netz oder Server fehlen.',
    sections: [
      {
        title: 'Eine Aufnahme geht weiter',
        text: [
          'Aufgenommen wird auch ohne Netz, ohne Server und mit abgelaufener Anmeldung. Was aufgenommen ist, liegt auf diesem Gerät und wird gesendet, sobald es wieder geht.',
          'Lassen Sie den Tab offen, bis das dritte Licht leuchtet.',
        ],
      },
      {
        title: 'Die Leiste oben',
        text: ['Sie sagt, was los ist. Rot heisst: Es wird nichts gesendet. Gelb heisst: Es geht weiter.'],
        points: [
          'Offline: Ihr Gerät hat kein Netz.',
          'Nicht erreichbar: Der Server antwortet nicht. Die Seite versucht es von selbst wieder.',
          'Unterbrochen oder pausiert: Der nächste Versuch kommt in der angegebenen Zeit. «Jetzt versuchen» wartet nicht.',
        ],
      },
      {
        title: 'Notizen und Änderungen',
        text: [
          'Auch sie liegen zuerst auf diesem Gerät. Was noch nicht gesendet ist, ist in der Bibliothek bezeichnet.',
        ],
      },
      {
        title: 'Wenn es nicht zurückkommt',
        text: [
          'Speichern Sie die Aufnahme als Datei. Sie können sie später in einer neuen Sitzung hochladen. Schliessen Sie kein privates Fenster, bevor alles gesendet ist: Es speichert nichts.',
        ],
      },
    ],
  },
  account: {
    title: 'Konto und Anmeldung',
    about: 'Passwort, Adresse, Geräte und Einstellungen.',
    sections: [
      {
        title: 'Anmelden',
        text: [
          'Sie melden sich mit E-Mail-Adresse und Passwort an, oder über den Anmeldedienst Ihrer Organisation. In diesem Fall ändern Sie das Passwort dort.',
          'Haben Sie das Passwort vergessen, lassen Sie sich auf der Anmeldeseite einen Link senden. Er gilt eine Stunde und nur einmal. Sendet der Server keine E-Mail, hilft die Administration.',
        ],
      },
      {
        title: 'Ihr Konto',
        text: [
          'Unter «Konto» im Menü oben rechts bestätigen Sie Ihre Adresse, ändern das Passwort und sehen, wo Sie angemeldet sind. Eine Anmeldung, die Sie nicht kennen, beenden Sie dort, und ändern danach das Passwort.',
        ],
      },
      {
        title: 'Sprache und Darstellung',
        text: [
          'Im selben Menü wählen Sie die Sprache und ob die Seite hell oder dunkel ist. Die Sprache gilt für Ihr Konto, die Darstellung für dieses Gerät.',
        ],
      },
      {
        title: 'Rolle',
        text: [
          'Hat Ihre Organisation Rollen, bestimmt die Rolle, welche Auswertungen Sie sehen. Sie wechseln sie im Menü, aber nicht während einer Aufnahme.',
        ],
      },
      {
        title: 'Abmelden und Konto schliessen',
        text: [
          'Melden Sie sich ab, wenn andere dieses Gerät benutzen. Ist noch nicht alles auf dem Server, fragt die Seite zuerst.',
          'Ein geschlossenes Konto ist mit allen Sitzungen gelöscht. Das lässt sich nicht rückgängig machen.',
        ],
      },
    ],
  },
  administration: {
    title: 'Einrichtung',
    about: 'Für Superuser: was eine Adresse anbietet.',
    sections: [
      {
        title: 'Adressen',
        text: [
          'Superuser finden im Menü «Einrichtung». Dort stehen die Adressen dieses Servers. Jede hat eigene Personen, Sitzungen und Einstellungen.',
          'Namen, Anmeldung und Grenzen ändert nur, wer Superuser der Hauptadresse ist.',
        ],
      },
      {
        title: 'Auswertungen und Rollen',
        text: [
          'Sie legen fest, welche Auswertungen angeboten werden, was von selbst entsteht, und wie der Auftrag an das Sprachmodell lautet. Die Vorschau zeigt vor dem Speichern, was eine Rolle sieht.',
        ],
      },
      {
        title: 'Personen',
        text: [
          'Sie vergeben Rollen, sperren Personen und erstellen einen Link für ein neues Passwort. Wer gesperrt ist, wird sofort abgemeldet; Sitzungen bleiben gespeichert.',
        ],
      },
      {
        title: 'Aufbewahrung',
        text: [
          'Längere Fristen gelten sofort. Kürzere kündigen Sie mindestens 30 Tage vorher an; bis dahin wird nichts früher gelöscht.',
        ],
      },
      {
        title: 'Wenn zwei gleichzeitig ändern',
        text: [
          'Hat jemand anderes inzwischen gespeichert, sehen Sie beide Stände. Sie wählen nur, wo beide dasselbe geändert haben.',
        ],
      },
    ],
  },
  keys: {
    title: 'Tastenkürzel',
    about: 'Alles, was mit der Tastatur geht.',
    sections: [],
  },
};
