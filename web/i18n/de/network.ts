export const network = {
  label: 'Verbindung',
  offline: 'Ihr Gerät ist offline. Sobald die Verbindung zurück ist, geht es von selbst weiter.',
  unreachable: 'Der Server ist nicht erreichbar. Die Verbindung wird alle {{seconds}} Sekunden neu versucht.',
};
