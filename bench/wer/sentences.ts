/**
 * Sentences in the vocabulary and word order on which the fixture was trained, because it recognises only these.
 * `<name>` stands for one of the words of that name.
 */
export type Grammar = { frames: string[]; words: Record<string, string[]> };

const list = (text: string) => text.split('|');

const german: Grammar = {
  frames: [
    'Die <session> <does> am <day> um <hour> Uhr.',
    'Die <session> <does> <when> um <hour> Uhr.',
    'Der Termin <does> am <day> um <hour> Uhr.',
    'Der nächste Termin ist am <day>.',
    'Wir treffen uns am <day> um <hour> Uhr.',
    'Der Patient hat <ill>.',
    'Der Patient hat <ill> und <ill>.',
    'Ich habe seit <day> <ill>.',
    'Haben Sie <ill> oder <ill>?',
    'Der Arzt kommt <when> um <hour> Uhr.',
    'Bitte nehmen Sie <count> Tabletten <often>.',
    'Der Blutdruck ist <level>.',
    '<Thing> ist <state>.',
    '<Thing> ist nicht <state>.',
    '<Thing> kostet <count> tausend Euro.',
    'Wir brauchen <count> <unit>.',
    '<who> schickt <thing> am <day>.',
    '<who> braucht <count> <unit>.',
    'Wir sprechen am <day> über <thing>.',
    'Vielen Dank für <thing>.',
    'Nein, wir brauchen <count> <unit>.',
  ],
  words: {
    session: list('Sitzung|Besprechung'),
    does: list('beginnt|endet'),
    day: list('Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag'),
    when: list('heute|morgen|nächste Woche'),
    hour: list('zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf'),
    count: list('zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig'),
    ill: list('Kopfschmerzen|Fieber|Husten|Schmerzen im Rücken|Schmerzen im Knie|Schmerzen im Bauch'),
    often: list('jeden Tag|jeden Morgen|jeden Abend'),
    level: list('normal|hoch|niedrig|sehr hoch|sehr niedrig'),
    Thing: list('Das Budget|Der Bericht|Der Vertrag|Der Plan|Das Projekt'),
    thing: list('das Budget|den Bericht|den Vertrag|den Plan|das Projekt'),
    state: list('genehmigt|fertig|neu|wichtig|sehr wichtig'),
    unit: list('Tage|Wochen|Stunden|Personen'),
    who: list('Frau Weber|Herr Müller|Anna|Peter'),
  },
};

const english: Grammar = {
  frames: [
    'The <session> <does> on <day> at <hour>.',
    'The <session> <does> <when> at <hour>.',
    'The next <session> is on <day>.',
    'We meet on <day> at <hour>.',
    'The patient has <ill>.',
    'The patient has <ill> and <ill>.',
    'I have <ill> since <day>.',
    'Do you have <ill> or <ill>?',
    'The doctor sees the patient <when>.',
    'Please take <count> tablets <often>.',
    'The blood pressure is <level>.',
    'The <thing> is <state>.',
    'The <thing> is not <state>.',
    'The <thing> costs <count> thousand euros.',
    'We need <count> <unit> for the <thing>.',
    '<who> sends the <thing> on <day>.',
    '<who> needs <count> <unit>.',
    'Let us talk about the <thing> on <day>.',
    'Thank you for the <thing>.',
    'No, we need <count> <unit>.',
  ],
  words: {
    session: list('meeting|appointment|consultation'),
    does: list('starts|ends'),
    day: list('Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'),
    when: list('today|tomorrow|next week'),
    hour: list('two|three|four|five|six thirty|seven|eight|nine thirty|ten|eleven fifteen|twelve'),
    count: list('two|three|four|five|six|seven|eight|nine|ten|twelve|twenty'),
    ill: list('a headache|a fever|a cough|pain in the back|pain in the knee|pain in the chest'),
    often: list('every day|every morning|every evening'),
    level: list('normal|high|low|very high|very low'),
    thing: list('budget|report|contract|plan|project'),
    state: list('approved|ready|finished|late|new|important'),
    unit: list('days|weeks|people|hours'),
    who: list('Doctor Miller|Anna|Peter|Maria'),
  },
};

const french: Grammar = {
  frames: [
    'La <session> <does> <day> à <hour> heures.',
    'La <session> <does> <when> à <hour> heures.',
    'Le rendez-vous <does> <day> à <hour> heures.',
    'Le prochain rendez-vous est <day>.',
    'Le patient a <ill>.',
    'Le patient a <ill> et <ill>.',
    'Avez-vous <ill> ou <ill>?',
    'Le médecin arrive <when> à <hour> heures.',
    'Prenez <count> comprimés <often>.',
    'La tension est <level>.',
    'Le <thing> est <state>.',
    'Le <thing> coûte <count> mille euros.',
    'Nous avons besoin du <thing>.',
    'Nous avons <count> <unit> pour le <thing>.',
    '<who> envoie le <thing> <day>.',
    '<who> arrive <day> à <hour> heures.',
    'Nous parlons du <thing> <when>.',
    'Je parle avec le médecin <when>.',
    'Non, nous avons <count> <unit>.',
  ],
  words: {
    session: list('réunion|consultation'),
    does: list('commence|termine'),
    day: list('lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche'),
    when: list('demain|ce soir|la semaine prochaine'),
    hour: list('deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze'),
    count: list('deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt'),
    ill: list('mal à la tête|de la fièvre|une toux|mal au dos|mal au genou|mal au ventre'),
    often: list('chaque jour|chaque matin|chaque soir'),
    level: list('normale|haute|basse|très haute|très basse'),
    thing: list('budget|rapport|contrat|plan|projet'),
    state: list('important|nouveau|prêt'),
    unit: list('jours|semaines|minutes|personnes'),
    who: list('Madame Dubois|Monsieur Martin|Anna|Paul'),
  },
};

const italian: Grammar = {
  frames: [
    'La <session> <does> <day> alle <hour>.',
    'La <session> <does> <when> alle <hour>.',
    'Il prossimo appuntamento è <day>.',
    'Il prossimo appuntamento è <when> alle <hour>.',
    'Il paziente ha <ill>.',
    'Il paziente ha <ill> e <ill>.',
    'Lei ha <ill> oppure <ill>?',
    'Il medico arriva <when> alle <hour>.',
    'Prenda <count> compresse <often>.',
    'La pressione è <level>.',
    'Il <thing> è <state>.',
    'Il <thing> non è <state>.',
    'Il <thing> costa <count> mila euro.',
    'Abbiamo bisogno di <count> <unit>.',
    'Abbiamo <count> <unit> per il <thing>.',
    '<who> manda il <thing> <day>.',
    '<who> arriva <day> alle <hour>.',
    'Ci vediamo <when> alle <hour>.',
    'Parliamo del <thing> <day>.',
    'No, abbiamo bisogno di <count> <unit>.',
  ],
  words: {
    session: list('riunione|visita'),
    does: list('comincia|finisce'),
    day: list('lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica'),
    when: list('oggi|domani|la prossima settimana'),
    hour: list('due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici'),
    count: list('due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti'),
    ill: list('mal di testa|la febbre|la tosse|dolore alla schiena|dolore alla gamba|dolore al ginocchio'),
    often: list('ogni giorno|ogni mattina|ogni sera'),
    level: list('normale|alta|bassa|molto alta|molto bassa'),
    thing: list('bilancio|rapporto|contratto|piano|progetto'),
    state: list('approvato|pronto|nuovo|importante|finito'),
    unit: list('giorni|settimane|ore|persone'),
    who: list('Signora Rossi|Dottor Bianchi|Anna|Marco'),
  },
};

export const grammars: Record<string, Grammar> = { de: german, en: english, fr: french, it: italian };

const twinShare = 0.35;

/**
 * Yields sentences without end. About a third differ from the one before in a single word, so that overlapping windows
 * confuse them.
 */
export function* sentences({ frames, words }: Grammar, random: () => number): Generator<string, never> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  for (;;) {
    const frame = pick(frames);
    const names = [...frame.matchAll(/<(\w+)>/g)].map(([, name]) => name!);
    const chosen: string[] = [];
    // A word is not chosen twice, which avoids "a cough and a cough".
    for (const name of names) chosen.push(pick(words[name]!.filter((word) => !chosen.includes(word))));
    const say = () => {
      let slot = 0;
      return frame.replace(/<\w+>/g, () => chosen[slot++]!);
    };
    yield say();
    while (random() < twinShare) {
      const slot = Math.floor(random() * names.length);
      chosen[slot] = pick(words[names[slot]!]!.filter((word) => !chosen.includes(word)));
      yield say();
    }
  }
}
