import { describe, expect, it } from 'vitest';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Turn } from './draft.ts';
import { findPunctuation } from './punctuation.rules.ts';

const turnsOf = (lines: readonly string[]): Turn[] =>
  lines.map((line, index) => ({
    id: `s${index}`,
    speaker: line.slice(0, 1),
    start: index,
    text: line.slice(3),
    words: [],
  }));

/** Turns with full stops, so that the transcript counts as punctuated. */
const written = ['A: Das ist ein ganzer Satz.', 'B: Ja, das stimmt so.'];

function found(language: SessionLanguage, lines: readonly string[], among = written): string {
  const turns = turnsOf([...lines, ...among]);
  const drafts = findPunctuation(language, turns);
  for (const { segment, start, from } of drafts)
    expect(turns.find(({ id }) => id === segment)?.text.slice(start, start + from.length)).toBe(from);
  return drafts.map(({ from, to }) => `${from} → ${to}`).join(' | ');
}

describe('punctuation', () => {
  it.each<[SessionLanguage, string, string]>([
    ['de', 'B: Das  ist gut.', 'Das  ist → Das ist'],
    ['de', 'B: Gut , dann gehen wir.', 'Gut , → Gut,'],
    ['de', 'B: Das ist gesagt.Dann gehen wir.', 'gesagt.Dann → gesagt. Dann'],
    ['de', 'B: Erstens,zweitens und drittens.', 'Erstens,zweitens → Erstens, zweitens'],
    ['de', 'B: guten Tag miteinander.', 'guten → Guten'],
    ['de', 'B: Wir sind fertig. dann gehen wir.', 'dann → Dann'],
    ['de', 'B: Das machen wir dann morgen', 'morgen → morgen.'],
    ['de', 'B: Der Rat und und die Verwaltung.', 'und und → und'],
    ['de-CH', 'B: Er sagt „sofort“ dazu.', '„sofort“ → «sofort»'],
    ['en', 'B: We take the the bus.', 'the the → the'],
    ['fr', 'B: Vous venez demain? Ou jamais ?', 'demain? → demain ?'],
    ['it', 'B: Andiamo nella nella sala.', 'nella nella → nella'],
  ])('in %s: %s', (language, line, expected) => {
    expect(found(language, [line])).toBe(expected);
  });

  it.each<[SessionLanguage, string]>([
    ['de', 'B: Die, die die Akten haben, ja ja, sehr sehr gern.'],
    ['de', 'B: Das kommt z.B. am 3. mai bzw. evtl. später, siehe www.beispiel.ch/Seite.Html.'],
    ['de', 'B: Das kostet 1.500,50 Franken um 12:30 Uhr.'],
    ['de', 'B: Ich meine... naja, gut.'],
    ['de', 'B: Ja'],
    ['fr', 'B: Si vous vous rappelez, nous nous voyons à 12:30.'],
    ['it', 'B: Così così, piano piano.'],
  ])('leaves what is right in %s: %s', (language, line) => {
    expect(found(language, [line])).toBe('');
  });

  it('leaves what a transcript does throughout: no full stops, no capitals, French without spaces', () => {
    expect(found('de', ['A: das ist ein satz ohne alles', 'B: das ist noch ein satz'], [])).toBe('');
    expect(found('fr', ['A: Vous venez demain?', 'B: Jamais!'], [])).toBe('');
  });

  it('takes a turn to go on where the same person does', () => {
    expect(found('de', ['A: Wir gehen dann morgen zum', 'A: alten Haus am See.', 'B: Gut.'])).toBe('');
  });
});
