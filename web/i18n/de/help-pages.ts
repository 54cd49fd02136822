import type { HelpWords } from '#web/i18n/help-words.ts';
import { helpKeys } from './help-keys.ts';
import { helpReading } from './help-reading.ts';

export const helpPages: HelpWords = {
  page: {
    lead: 'Kurze Antworten zu jeder Seite. Was Sie hier lesen, ändert nichts an Ihren Aufnahmen.',
    search: 'Hilfe durchsuchen …',
    clear: 'Suche leeren',
    topics: 'Themen der Hilfe',
    all: 'Alle Themen',
    found: { one: '{count} Treffer', other: '{count} Treffer' },
    nothing: 'Dazu steht hier nichts',
    nothingText: 'Versuchen Sie ein kürzeres oder anderes Wort, oder sehen Sie die Themen durch.',
    contents: 'Auf dieser Seite',
    tour: 'Rundgang noch einmal zeigen',
    tourLater: {
      recording: 'Der Rundgang beginnt, sobald die neue Sitzung erstellt ist.',
      session: 'Der Rundgang beginnt, sobald Sie eine Sitzung mit Transkript öffnen.',
    },
    unknown: 'Dieses Thema gibt es nicht. Unten stehen alle Themen.',
    periods: 'Hier gilt: Der Ton bleibt {days} Tage, alles andere {months} Monate.',
    largest: 'Hier darf eine Datei höchstens {size} haben.',
  },
  topics: {
    library: {
      title: 'Bibliothek',
      about: 'Sitzungen finden, öffnen und löschen.',
      sections: [
        {
          title: 'Was eine Sitzung ist',
          text: [
            'Eine Sitzung ist ein Gespräch mit allem, was dazugehört: Ton, Transkript, Notizen und Ergebnisse. Die neusten stehen oben, nach Tagen geordnet.',
            '«Aufnehmen» in der Bibliothek nimmt sofort auf. Eine Datei wählen Sie dort, oder Sie ziehen sie irgendwo auf die Bibliothek. Name und Sprache ändern Sie, wann Sie wollen. Mit «Neue Sitzung» geben Sie zuerst alles an.',
          ],
        },
        {
          title: 'Suchen',
          text: [
            'Sie suchen in den Titeln oder im Gesagten. Im Gesagten finden Sie Sitzungen, in denen alle Wörter nahe beieinander vorkommen. Jede Stelle führt zu ihrem Platz im Transkript.',
            'Wörter in Anführungszeichen müssen genau so aufeinander folgen.',
          ],
        },
        {
          title: 'Was ein Stand bedeutet',
          text: ['In jeder Zeile steht, wie weit eine Sitzung ist.'],
          points: [
            'neu: Es gibt noch keinen Ton.',
            'wartet: Die Aufnahme ist auf dem Server und kommt an die Reihe.',
            'wird transkribiert: Der Text entsteht. Sie können ihn schon lesen.',
            'wird verarbeitet: Der Text ist da, die Ergebnisse entstehen.',
            'fast fertig: Es dauert länger als geschätzt.',
            'fertig: Alles ist da.',
            'Fehler: Es gibt kein Transkript. In der Sitzung steht der Grund, und was Sie tun können.',
          ],
        },
        {
          title: 'Löschen',
          text: [
            'Löschen nimmt Ton, Transkript, Notizen und Ergebnisse weg. Danach bleiben einige Sekunden, um es rückgängig zu machen.',
            'Mehrere Sitzungen wählen Sie mit «Auswählen». Was von selbst gelöscht wird, zeigt der Knopf mit dem Kalender.',
          ],
        },
        {
          title: 'Aufnahmen, die noch nicht angekommen sind',
          text: [
            'Liegt eine Aufnahme noch auf diesem Gerät, steht sie ganz oben. Sie können sie fortsetzen, hochladen oder verwerfen.',
            'Ist ein Gerät verloren gegangen, können Sie abschliessen, was der Server schon hat.',
          ],
        },
      ],
    },
    record: {
      title: 'Aufnehmen',
      about: 'Ein Gespräch aufnehmen, ohne etwas zu verlieren.',
      sections: [
        {
          title: 'So beginnen Sie',
          text: [
            'Drücken Sie in der Bibliothek «Aufnehmen». Der Browser fragt einmal, ob er das Mikrofon freigeben darf. Dann läuft die Aufnahme.',
            'Wollen Sie zuerst den Ton prüfen, wählen Sie «Zuerst den Ton prüfen» oder «Aufnehmen» in einer neuen Sitzung: Dann wird drei Sekunden lang zugehört und gesagt, ob der Ton gut ist. Aufgenommen wird erst, wenn Sie «Aufnahme starten» drücken.',
          ],
        },
        {
          title: 'Die drei Lichter',
          text: ['Sie zeigen, wo die Aufnahme ist. Erst beim dritten dürfen Sie den Tab schliessen.'],
          points: ['aufgenommen', 'auf diesem Gerät', 'auf dem Server'],
        },
        {
          title: 'Während der Aufnahme',
          text: [
            '«Pause» hält an, ohne die Sitzung zu beenden. Eine Marke merkt sich eine Stelle, die Sie später wiederfinden wollen. Notizen schreiben Sie daneben; sie gehören zur Sitzung.',
            'Ist der Ton schlecht, erscheint ein Hinweis, und was dagegen hilft. Die Aufnahme läuft dabei weiter.',
          ],
        },
        {
          title: 'Lange Gespräche',
          text: [
            'Eine Aufnahme hat höchstens 2:30 Stunden. Vorher werden Sie gewarnt. Danach geht es ohne Lücke in einer neuen Sitzung weiter.',
          ],
        },
        {
          title: 'Wenn etwas dazwischenkommt',
          text: [
            'Ohne Verbindung wird weiter aufgenommen; gesendet wird, sobald sie zurück ist. Ist das Mikrofon weg, schliessen Sie es wieder an oder wählen ein anderes.',
            'Wurde der Tab geschlossen oder ist der Browser abgestürzt, wird die Aufnahme beim nächsten Öffnen angeboten.',
          ],
        },
        {
          title: 'Videokonferenzen',
          text: [
            'In den Einstellungen für den Ton können Sie den Ton eines Tabs oder des Computers mit aufnehmen. Der Browser fragt, was er teilen soll; wählen Sie es mit Ton. Fragen Sie die Beteiligten, ob sie einverstanden sind.',
          ],
        },
      ],
    },
    phone: {
      title: 'Handy als Mikrofon',
      about: 'Mit dem Handy auf dem Tisch aufnehmen, hier mitlesen.',
      sections: [
        {
          title: 'So verbinden Sie',
          text: [
            'Wählen Sie in einer Sitzung ohne Ton «Mit dem Handy aufnehmen», oder im Menü der Person «Handy verbinden». Scannen Sie den QR-Code mit der Kamera des Handys, oder geben Sie dort den Code ein. Auf dem Handy melden Sie sich mit demselben Konto an. Manche Server verlangen dort keine Anmeldung; hier steht es beim Code.',
            'Danach zeigen beide Bildschirme eine Zahl. Ist es dieselbe, bestätigen Sie sie hier. Ohne diesen Vergleich nützt ein abfotografierter Code niemandem.',
          ],
        },
        {
          title: 'Während der Aufnahme',
          text: [
            'Schalten Sie auf dem Handy das Mikrofon ein. Starten, Pause, Marken und Fertig gehen dann auf beiden Bildschirmen. Hier sehen Sie Pegel, Zeit, Hinweise und Netz des Handys, den Akku, wenn dessen Browser ihn angibt, und den Entwurf, wenn das Handy einen schreibt.',
            'Ein Befehl, den das Handy nicht innert 10 Sekunden übernimmt, wird nicht mehr ausgeführt. Beide Bildschirme sagen das.',
          ],
        },
        {
          title: 'Wenn eine Seite verschwindet',
          text: [
            'Das Handy nimmt weiter auf, auch wenn hier der Tab geschlossen wird oder das Netz fehlt. Was noch nicht auf dem Server ist, liegt auf dem Handy und wird gesendet, sobald es wieder geht.',
            'Hat sich auf dem Handy niemand angemeldet, kann es nach dem Ende der Kopplung nichts mehr senden. Was noch fehlt, bleibt auf dem Handy, bis Sie sich dort anmelden.',
            'Kommt das Handy nicht zurück, können Sie hier abschliessen, was der Server von der Aufnahme hat.',
          ],
        },
      ],
    },
    dictate: {
      title: 'Diktieren',
      about: 'Sprechen und den Text gleich mitlesen.',
      sections: [
        {
          title: 'Was beim Diktieren geschieht',
          text: [
            'Der Ton wird aufgenommen wie immer. Was Sie sagen, erscheint dazu gleich als Entwurf. Nach der Aufnahme ersetzt das Transkript den Entwurf.',
            'Mit «Als Notizen behalten» kommt der Entwurf in die Notizen der Sitzung.',
          ],
        },
        {
          title: 'Wer den Entwurf schreibt',
          text: [
            'Am liebsten dieses Gerät: die Erkennung im Browser oder ein Modell, das einmal vom Server geladen wird. Dann verlässt der Ton das Gerät dafür nicht.',
            'Ein Dienst des Browserherstellers wird nur benutzt, wo Ihre Organisation es erlaubt und Sie einmal zugestimmt haben.',
          ],
        },
        {
          title: 'Wenn kein Text erscheint',
          text: [
            'Sprechen Sie näher am Mikrofon. Der Browser sagt, wenn ihm etwas fehlt, zum Beispiel ein Sprachpaket. Aufgenommen wird in jedem Fall.',
            'Fehlt «Diktieren» ganz, ist es für Ihre Organisation ausgeschaltet.',
          ],
        },
      ],
    },
    upload: {
      title: 'Datei hochladen',
      about: 'Eine Audio- oder Videodatei prüfen, kürzen und senden.',
      sections: [
        {
          title: 'Eine Datei wählen',
          text: [
            'Ziehen Sie die Datei in das Feld, wählen Sie sie aus, oder fügen Sie eine kopierte ein. Es geht eine Datei auf einmal, höchstens 2:30 Stunden.',
            'Ist sie grösser als erlaubt, macht dieses Gerät auf Wunsch eine kleinere daraus. Die Datei selbst bleibt, wie sie ist.',
          ],
        },
        {
          title: 'Zuerst wird geprüft',
          text: [
            'Das Gerät liest die Datei und sagt, wie gut sie zu verstehen ist. An den Server geht nichts, bevor Sie «Hochladen» drücken.',
          ],
        },
        {
          title: 'Zuschneiden',
          text: [
            'Stille am Anfang, am Ende und in langen Pausen wird zum Weglassen vorgeschlagen. Sie können auch selbst eine Stelle auswählen und weglassen. Alles lässt sich zurücknehmen, bis Sie hochladen.',
            '«Lautheit angleichen» hilft bei leisen Aufnahmen. Unter «Vergleichen» hören Sie genau, was gesendet wird.',
          ],
        },
        {
          title: 'Senden',
          text: [
            'Die Aufnahme geht in Teilen an den Server. Bricht die Verbindung ab, geht es beim letzten Teil weiter. Lassen Sie den Tab offen, bis das dritte Licht leuchtet.',
            'Haben Sie die Seite geschlossen, finden Sie Ihre Arbeit 24 Stunden lang auf diesem Gerät wieder.',
          ],
        },
      ],
    },
    'sound-check': {
      title: 'Tonprobe und Tonqualität',
      about: 'Was ein gutes Transkript ausmacht, und was Sie verbessern können.',
      sections: [
        {
          title: 'Die drei Urteile',
          text: ['Wortlaut misst den Ton und nennt den Grund, wenn er nicht gut ist.'],
          points: [
            'Gut verständlich: Es gibt nichts zu tun.',
            'Brauchbar, mit Einschränkungen: Rechnen Sie mit mehr Fehlern an den genannten Stellen.',
            'Schwer verständlich: Nehmen Sie, wenn möglich, noch einmal auf.',
          ],
        },
        {
          title: 'Was am meisten hilft',
          text: ['Die Nähe zum Mikrofon ist wichtiger als jedes Gerät.'],
          points: [
            'Stellen Sie das Mikrofon in die Mitte, höchstens einen Meter von allen, die sprechen.',
            'Legen Sie es nicht auf einen Tisch, an den gestossen wird, und nicht neben eine Lüftung.',
            'Schliessen Sie Fenster und Türen.',
            'Lassen Sie immer nur eine Person sprechen.',
            'Nehmen Sie ein Kabel statt einer Funkverbindung, wenn der Ton aussetzt.',
          ],
        },
        {
          title: 'Einstellungen für den Ton',
          text: [
            'Für Gespräche im Raum bleibt am besten alles aus. «Echo unterdrücken» ist für Stimmen aus dem Lautsprecher, «Rauschen unterdrücken» für Lüftung und Strassenlärm, «Pegel automatisch regeln» für sehr ungleich laute Stimmen.',
          ],
        },
        {
          title: 'Das Mikrofon ist nicht erlaubt',
          text: [
            'Klicken Sie links neben der Adresse auf das Symbol, und erlauben Sie das Mikrofon. Bleibt es gesperrt, hat Ihre Organisation es vielleicht verboten; fragen Sie die Administration.',
          ],
        },
      ],
    },
    ...helpReading,
  },
  keys: helpKeys,
};
