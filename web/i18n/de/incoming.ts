/** A file that another app has shared, or that was opened with the app. */
export const incoming = {
  title: 'Die Sitzung bekommt diese Datei',
  text: '«{{name}}» ({{size}}) liegt nur auf diesem Gerät. Sie wird geprüft, sobald die Sitzung erstellt ist, und geht erst an den Server, wenn Sie «Hochladen» wählen.',
  remove: 'Datei weglassen',
  none: 'Es ist keine Datei angekommen. Teilen Sie die Aufnahme noch einmal, oder wählen Sie die Datei, nachdem die Sitzung erstellt ist.',
  not_stored:
    'Der Browser konnte die Datei nicht auf diesem Gerät ablegen. Die Datei selbst ist unverändert. Geben Sie Speicherplatz frei und teilen Sie sie noch einmal, oder wählen Sie sie, nachdem die Sitzung erstellt ist.',
};
