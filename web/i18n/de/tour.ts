import type { TourWords } from '#web/i18n/tour-words.ts';

export const tour: TourWords = {
  names: {
    library: 'Rundgang: Bibliothek',
    recording: 'Rundgang: Aufnehmen',
    session: 'Rundgang: Sitzung',
  },
  position: '{number} von {count}',
  next: 'Weiter',
  back: 'Zurück',
  end: 'Fertig',
  skip: 'Rundgang beenden',
  reach: 'Ein kurzer Rundgang ist offen. Er steht vor dem Inhalt der Seite; Escape beendet ihn.',
  steps: {
    library: {
      create: {
        title: 'Hier beginnt alles',
        text: '«Aufnehmen» nimmt sofort auf. Eine Datei wählen Sie oder ziehen sie irgendwo auf diese Seite. Mit «Neue Sitzung» füllen Sie zuerst alles aus oder diktieren.',
      },
      search: {
        title: 'Titel oder Gesagtes',
        text: 'Suchen Sie nach dem Namen einer Sitzung oder nach Wörtern, die jemand gesagt hat.',
      },
      soon: {
        title: 'Nichts bleibt für immer',
        text: 'Ton und Texte werden nach einer Frist gelöscht. Dieser Knopf zeigt, was bald abläuft.',
      },
      help: {
        title: 'Hilfe zu jeder Seite',
        text: 'Hier finden Sie kurze Antworten, alle Tastenkürzel, und diesen Rundgang noch einmal.',
      },
    },
    recording: {
      ways: {
        title: 'Wie der Ton hierher kommt',
        text: 'Nehmen Sie auf, oder laden Sie eine Datei hoch, die Sie schon haben.',
      },
      check: {
        title: 'Zuerst hören wir hinein',
        text: 'Drei Sekunden genügen, um zu sagen, ob der Ton gut ist. Aufgenommen wird erst, wenn Sie es sagen.',
      },
      lights: {
        title: 'Drei Lichter',
        text: 'Aufgenommen, auf diesem Gerät, auf dem Server: Erst beim dritten dürfen Sie den Tab schliessen. Bricht die Verbindung ab, läuft die Aufnahme weiter.',
      },
      while: {
        title: 'Während der Aufnahme',
        text: 'Sie können Pause machen, Marken setzen und Notizen schreiben. Der Rundgang ist dann nicht im Weg.',
      },
    },
    session: {
      tabs: {
        title: 'Alles zu einem Gespräch',
        text: 'Ton, Angaben, Transkript und Notizen, und für jedes Ergebnis ein eigener Tab.',
      },
      text: {
        title: 'Lesen und verbessern',
        text: 'Ein Klick auf ein Wort spielt es ab. Ein Doppelklick öffnet den Abschnitt zum Schreiben. Ein Klick auf einen Namen benennt die Person um.',
      },
      player: {
        title: 'Nachhören',
        text: 'Das Bild zeigt die ganze Aufnahme. Ein Klick springt dorthin, die Leertaste spielt und hält an.',
      },
      process: {
        title: 'Auswerten',
        text: 'Daraus entstehen Zusammenfassung, Protokoll oder die Antwort auf Ihre Frage. Prüfen Sie, was dasteht: Die Nummern führen zur Stelle der Aufnahme.',
      },
      menu: {
        title: 'Weitergeben',
        text: 'Im Menü laden Sie Dokumente und den Ton herunter, senden sie per E-Mail oder transkribieren neu.',
      },
    },
  },
};
