/** Processing options: their choice before the recording (`after`), and the options of a host on `/admin/domains`. */
export const option = {
  after: {
    title: 'Danach erstellen',
    hint: 'Was von selbst entsteht, sobald das Transkript da ist. Alles lässt sich auch später noch erstellen.',
    loading: 'Die Auswertungen werden geladen.',
    needsModel:
      'Was sich nicht wählen lässt, braucht ein Sprachmodell. Auf diesem Server ist keines eingerichtet.',
    failed: 'Die Auswertungen konnten nicht geladen werden',
    defaults: 'Sie können die Sitzung trotzdem erstellen. Es entsteht dann, was hier üblich ist.',
  },
  own: 'Diese Adresse hat eigene Auswertungen.',
  shipped: 'Diese Adresse hat die mitgelieferten Auswertungen.',
  unnamed: 'Ohne Namen',
  byDefault: 'von selbst',
  add: 'Auswertung hinzufügen',
  remove: {
    action: 'Entfernen',
    title: '«{{name}}» entfernen?',
    text: 'Die Auswertung wird nicht mehr angeboten, sobald Sie gespeichert haben. Ergebnisse, die es schon gibt, bleiben.',
    confirm: 'Entfernen',
  },
  roles: {
    title: 'Nur für bestimmte Rollen',
    hint: 'Ohne Auswahl gilt die Auswertung für alle. Rollen wirken nur, wo die Funktion «Rollen» eingeschaltet ist; sonst wird eine Auswertung mit Rollen niemandem angeboten.',
    only: 'nur für {{roles}}',
    forNobody: 'niemandem angeboten: ihre Rollen gibt es nicht mehr',
    goneTitle: 'Eine Rolle gibt es nicht mehr',
    goneText:
      'Die Auswertung bleibt für diese Rolle reserviert, bis Sie das ändern. So wird sie nicht aus Versehen allen angeboten.',
    remove: 'Allen anbieten',
  },
  reset: {
    action: 'Mitgelieferte wiederherstellen',
    title: 'Mitgelieferte Auswertungen wiederherstellen?',
    text: 'Alle eigenen Namen, Aufträge und Rollen für {{host}} gehen verloren. Ergebnisse, die es schon gibt, bleiben.',
    confirm: 'Wiederherstellen',
    done: 'Die mitgelieferten Auswertungen sind wiederhergestellt.',
    failed: 'Die mitgelieferten Auswertungen konnten nicht wiederhergestellt werden. {{reason}}',
  },
  field: {
    label: 'Kennung',
    labelHint:
      'Kleinbuchstaben, Ziffern und _, am Anfang ein Buchstabe. Sie bleibt: Ergebnisse hängen an ihr.',
    names: 'Namen',
    byDefault: 'Bei neuen Sitzungen vorausgewählt',
    form: 'Form',
    target: 'Übersetzen in',
    prompt: 'Auftrag an das Sprachmodell',
    promptHint:
      'Was geschrieben werden soll, mit welchen Überschriften, und was wegbleibt. Sprache des Ergebnisses und Belege kommen von selbst dazu. Ohne Sprachmodell hat der Auftrag keine Wirkung.',
    promptMore:
      'Ergänzt, was diese Form schon verlangt, und darf leer bleiben. Ohne Sprachmodell hat der Auftrag keine Wirkung.',
    custom:
      'Damit stellen Personen ihre eigene Frage an das Transkript, die Notizen oder ein Ergebnis. Es braucht ein Sprachmodell und läuft nie von selbst. Entfernen Sie die Auswertung, wenn das hier nicht möglich sein soll.',
  },
  form: {
    text: {
      name: 'Text',
      about:
        'Abschnitte und Listen nach Ihrem Auftrag. Ohne Sprachmodell: die wichtigsten Sätze im Wortlaut.',
    },
    minutes: {
      name: 'Protokoll',
      about: 'Beschlüsse, Aufgaben mit wer und bis wann, offene Punkte. Auch ohne Sprachmodell.',
    },
    claims: {
      name: 'Faktencheck',
      about: 'Prüfbare Aussagen mit Urteil und Stellen. Ohne Sprachmodell werden sie nur aufgelistet.',
    },
    translation: {
      name: 'Übersetzung',
      about: 'Redebeitrag für Redebeitrag. Braucht ein Sprachmodell.',
    },
    prompt: {
      name: 'Freie Form',
      about: 'Genau was der Auftrag verlangt, etwa ein Brief. Braucht ein Sprachmodell.',
    },
  },
  problem: {
    labelShape:
      'Verwenden Sie Kleinbuchstaben, Ziffern und _, am Anfang einen Buchstaben, höchstens 40 Zeichen.',
    labelReserved: 'Diese Kennung braucht Wortlaut selbst. Wählen Sie eine andere.',
    labelTwice: 'Diese Kennung gibt es schon. Wählen Sie eine andere.',
    nameRequired: 'Geben Sie einen Namen ein.',
    nameLong: 'Der Name darf höchstens 80 Zeichen haben.',
    promptRequired: 'Diese Form braucht einen Auftrag.',
    promptLong: 'Der Auftrag darf höchstens 8000 Zeichen haben.',
  },
};
