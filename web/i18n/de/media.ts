/** Sentences of `error.media`: why the page cannot use a file. */
export const media = {
  empty: 'Die gewählte Datei ist leer. Wählen Sie eine andere.',
  not_audio: 'Die gewählte Datei enthält weder Ton noch Video. Wählen Sie eine Audio- oder Videodatei.',
  no_sound_track: 'Das gewählte Video hat keine Tonspur. Wählen Sie eine Datei mit Ton.',
  damaged:
    'Die gewählte Datei ist beschädigt oder unvollständig und lässt sich nicht lesen. Kopieren Sie sie noch einmal vom Aufnahmegerät, oder wählen Sie eine andere.',
  index_missing:
    'Die gewählte Datei hört zu früh auf: Ihr Verzeichnis, das am Ende steht, fehlt, und ohne dieses lässt sich nichts abspielen. Kopieren Sie sie noch einmal von der Quelle. Hört sie auch dort zu früh auf, wurde die Aufnahme nicht richtig abgeschlossen; vielleicht kann die App, mit der sie entstand, sie reparieren.',
  encrypted:
    'Die gewählte Datei ist verschlüsselt oder kopiergeschützt. Speichern Sie die Aufnahme ohne Schutz und wählen Sie sie noch einmal.',
  unsupported:
    'Das Format der gewählten Datei wird nicht unterstützt. Speichern Sie die Aufnahme zum Beispiel als mp3, m4a oder wav.',
  too_long:
    'Die Aufnahme ist länger als 12 Stunden; so viel kann dieses Gerät nicht auf einmal prüfen. Teilen Sie sie, und wählen Sie einen Teil.',
  too_large: 'Die gewählte Datei überschreitet die maximale Dateigrösse von {{size}}.',
  unreadable:
    'Die gewählte Datei lässt sich nicht öffnen. Vielleicht wurde sie verschoben oder geändert. Wählen Sie sie noch einmal.',
  engine_failed:
    'Die Prüfung auf Ihrem Gerät konnte nicht gestartet werden. Ihre Datei ist unverändert. Versuchen Sie es noch einmal.',
  browser_outdated:
    'Ihr Browser ist zu alt, um Ton auf dem Gerät zu prüfen. Ihre Datei ist unverändert. Aktualisieren Sie ihn: Chrome und Edge ab 91, Firefox ab 89, Safari ab 16.4.',
};
