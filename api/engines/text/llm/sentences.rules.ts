import type { TextLanguage } from '#api/contract/option.ts';

export const markClass = '\ue000-\uf8ff';

const abbreviations = new Set(
  [
    'abs allg art aufl bd bsp bspw bzw ca dgl dipl dr em etc evtl exkl ff fr frl gem ggf gmbh hr hrn inkl ing jh kap lic max med mind min mio mrd mwst nr od pos prof resp sog spez st std str tel tsd u usf usw vgl z zb ziff zt',
    'al approx apt cf co corp dept ed eg est fig gov inc ie jr ltd mr mrs ms no pp rev sen sgt sr vol vs',
    'av bd boul chap env ex hab mlle mlles mm mme mmes mgr obs pl réf sté suiv',
    'arch avv cfr cit cap dott dottssa ecc es geom gent ill int pag pagg par sec seg sig sigg sigra ss tav',
    'jan feb mär apr jun jul aug sep sept okt nov dez oct dec janv févr avr juil déc gen mag giu lug ago set ott dic',
    'mo di mi do sa so mon tue wed thu fri sat sun',
  ]
    .join(' ')
    .split(' '),
);

/** Abbreviations that are also ordinary words. The text after them decides which they are. */
const ambiguous = new Set([
  'no',
  'es',
  'di',
  'do',
  'so',
  'sa',
  'mi',
  'mo',
  'ex',
  'par',
  'int',
  'set',
  'ill',
  'st',
  'fig',
  'sun',
  'sat',
  'bd',
  'max',
  'min',
  'ss',
  'u',
  'em',
  'od',
  'co',
  'ed',
  'art',
  'mag',
  'mind',
  'cap',
  'sen',
  'sec',
  'gem',
]);

// Matches the end of a sentence, with closing quotes or brackets and with citations.
const ends = new RegExp(
  String.raw`([.!?…]+)(["'»”“’)\]*_]*)((?:[ \t]*[${markClass}])*[*_]*)(?=\s|$)|\n+`,
  'gu',
);

/**
 * Returns the indices of the ends of sentences, which are after their citations. A full stop after an abbreviation,
 * ordinal ("3. März"), decimal or initial ends no sentence. A line end counts only if it is not the wrap of a long
 * line.
 */
export function sentenceEnds(text: string, language: TextLanguage): number[] {
  const found: number[] = [];
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    const next = text.slice(end).trimStart();
    if (next === '') continue;
    if (match[1] === undefined) {
      const line = text.slice(text.lastIndexOf('\n', match.index - 1) + 1, match.index);
      if (line.trim().length < fullLine && !/^\p{Ll}/u.test(next)) found.push(match.index);
      continue;
    }
    const hasMark = match[3]!.trim() !== '';
    if (hasMark || endsHere(text.slice(0, match.index), match[1], next, language)) found.push(end);
  }
  return [...new Set(found), text.length];
}

/** A line longer than this, in characters, may have been wrapped. */
const fullLine = 60;

function endsHere(before: string, sign: string, next: string, language: TextLanguage): boolean {
  const first = next.replace(/^["'«„“”‘(*_[]+/u, '');
  if (/^\p{Ll}/u.test(first)) return false;
  if (sign !== '.') return true;
  const word = /[\p{L}\p{M}\d’'.-]+$/u.exec(before)?.[0] ?? '';
  if (/^\p{L}$/u.test(word) || /\.\p{L}$/u.test(word)) return false;
  // German ordinals: 3. März, der 2. Punkt.
  if (/^\d{1,2}$/.test(word)) return language !== 'de' || starters.test(first);
  if (/^[IVX]{1,4}$/.test(word)) return language !== 'de' || starters.test(first);
  const bare = word.toLowerCase().replaceAll('.', '');
  if (ambiguous.has(bare)) return !/^\d/.test(first);
  return !abbreviations.has(bare);
}

/**
 * Matches a word that begins a German sentence. After a number with a full stop it tells the end of a sentence (“am 3. Dann”)
 * from an ordinal (“am 3. Mai”).
 */
const starters =
  /^(?:Aber|Alle|Am|An|Anschliessend|Auch|Auf|Aus|Bei|Beide|Bis|Da|Dabei|Dafür|Daher|Damit|Danach|Dann|Das|Dass|Davon|Dazu|Der|Des|Deshalb|Die|Dies\p{L}*|Doch|Du|Ein\p{L}{0,2}|Er|Es|Für|Hier|Ich|Ihr|Im|In|Jede\p{L}?|Jetzt|Man|Mit|Nach|Nun|Nur|Ob|Sie|So|Später|Um|Und|Von|Vor|Wann|Warum|Was|Weil|Wenn|Wer|Wie|Wir|Wo|Zu\p{L}?|Zudem)(?!\p{L})/u;
