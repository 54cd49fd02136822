export const media = {
  empty: 'Il file scelto è vuoto. Ne scelga un altro.',
  not_audio: 'Il file scelto non contiene né suono né video. Scelga un file audio o video.',
  no_sound_track: 'Il video scelto non ha una traccia sonora. Scelga un file con il suono.',
  damaged:
    'Il file scelto è danneggiato o incompleto e non si può leggere. Lo copi di nuovo dal registratore, oppure ne scelga un altro.',
  index_missing:
    'Il file scelto finisce troppo presto: manca il suo indice, che si trova alla fine, e senza di esso non si può riprodurre nulla. Lo copi ancora una volta dall’origine. Se finisce troppo presto anche lì, la registrazione non è stata conclusa correttamente; forse l’app che l’ha creata può ripararla.',
  encrypted:
    'Il file scelto è cifrato o protetto dalla copia. Salvi la registrazione senza protezione e la scelga di nuovo.',
  unsupported:
    'Il formato del file scelto non è supportato. Salvi la registrazione per esempio come mp3, m4a o wav.',
  too_long:
    'La registrazione supera 12 ore; questo dispositivo non può controllarne tanto in una volta. La divida e ne scelga una parte.',
  too_large: 'Il file scelto supera la dimensione massima di {{size}}.',
  unreadable: 'Il file scelto non si può aprire. Forse è stato spostato o modificato. Lo scelga di nuovo.',
  engine_failed:
    'La verifica sul Suo dispositivo non è potuta partire. Il Suo file è invariato. Provi ancora una volta.',
  browser_outdated:
    'Il browser è troppo vecchio per verificare l’audio sul dispositivo. Il file è invariato. Lo aggiorni: Chrome ed Edge dalla 91, Firefox dalla 89, Safari dalla 16.4.',
};
