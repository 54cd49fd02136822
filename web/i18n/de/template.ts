export const template = {
  ask: 'Fehlt eine Vorlage?',
  link: 'Vorlage vorschlagen',
  summary: 'Neue Vorlage für die Auswertung',
  description:
    'Name der Vorlage:\n\nWas sie aus einem Gespräch machen soll:\n\nWie das Ergebnis gegliedert sein soll:\n\nFür welche Gespräche sie gedacht ist:\n\nBitte keine Angaben über Personen und keine Texte aus Gesprächen.\n\nWortlaut {{version}}, {{host}}',
};
