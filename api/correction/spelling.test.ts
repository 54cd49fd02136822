import { afterAll, describe, expect, it } from 'vitest';
import type { SessionLanguage } from '#api/contract/session.ts';
import { buildSegment } from '#api/testing/build-transcript.ts';
import type { Turn } from './draft.ts';
import { openLexicon } from './hunspell-lexicon.ts';
import { createSpelling } from './lexicon.rules.ts';
import { createSpeller } from './speller.ts';
import { findSpelling } from './spelling.rules.ts';

const lexicons = new Map<SessionLanguage, Awaited<ReturnType<typeof openLexicon>>>();
afterAll(() => {
  for (const lexicon of lexicons.values()) lexicon.close();
});
async function lexiconOf(language: SessionLanguage) {
  const lexicon = lexicons.get(language) ?? (await openLexicon(language));
  lexicons.set(language, lexicon);
  return lexicon;
}

const turnsOf = (texts: readonly string[], confidence = 0.5): Turn[] =>
  texts.map((text, index) => {
    const segment = buildSegment(`s${index + 1}`, text, { start: index * 10 });
    return { ...segment, words: segment.words.map((word) => ({ ...word, confidence })) };
  });

async function found(
  language: SessionLanguage,
  texts: readonly string[],
  { vocabulary = [] as string[], confidence = 0.5 } = {},
) {
  const turns = turnsOf(texts, confidence);
  const drafts = findSpelling({ language, turns, vocabulary }, await lexiconOf(language));
  for (const { segment, start, from } of drafts)
    expect(turns.find(({ id }) => id === segment)?.text.slice(start, start + from.length)).toBe(from);
  return drafts.map(({ from, to }) => `${from} → ${to}`).join(', ');
}

describe('spelling', () => {
  it.each<[SessionLanguage, string, string]>([
    ['de', 'Wir haben das naturlich schon lange gewusst.', 'naturlich → natürlich'],
    ['de', 'Das ist die grosse Straße und heiße Luft.', 'grosse → große'],
    ['de', 'Das ist eine entscheidung der Gemeinde.', 'entscheidung → Entscheidung'],
    ['de-CH', 'Das ist eine große Straße in Zürich.', 'große → grosse, Straße → Strasse'],
    ['en', 'We did not recieve the letter yesterday.', 'recieve → receive'],
    ['fr', 'Nous avons un problemme avec la réunion.', 'problemme → problème'],
    ['it', 'Non so perchè la riunione è in ritardo.', 'perchè → perché'],
  ])('in %s: %s', async (language, text, expected) => {
    expect(await found(language, [text])).toBe(expected);
  });

  it.each<[string, SessionLanguage, string[]]>([
    ['names', 'de', ['Wir waren gestern bei Herrn Zgraggen in Oberhünigen.', 'Zgraggen kommt auch.']],
    ['terms', 'en', ['The patient takes Metoprolol and Pantozol in the morning.']],
    ['compounds of known words', 'de', ['Die Krankenkassenprämienerhöhung kommt bestimmt bald wieder.']],
    ['Swiss spelling', 'de-CH', ['Die Strasse ist gross und heisst Schlossstrasse.']],
    ['Swiss spelling of a whole transcript in German', 'de', ['Die Strasse ist gross.', 'Sie heisst so.']],
    ['American spelling', 'en', ['The color of the center was organized with favorite neighbors.']],
    ['elisions', 'fr', ['Aujourd’hui l’équipe n’est pas là, qu’en pense-t-il ?']],
    ['elisions', 'it', ["Un'altra volta c'è l’acqua dell’anno scorso."]],
    ['numbers, addresses, abbreviations, acronyms', 'de', ['z.B. in www.exmaple.ch am 3. Mai bzw. im EKGX.']],
    ['what could be several words', 'de', ['Wir haben dort lieven, sagt der Nachbar.']],
    ['another language', 'de', ['So after lunch everybody really wanted another espresso.']],
    ['a dialect', 'de', ['Mer händ das scho gseit, aber niemer het glost.']],
    ['what is written so again and again', 'de', ['das ist naturlich', 'ja naturlich', 'also naturlich']],
  ])('leaves %s alone (%s)', async (_, language, texts) => {
    expect(await found(language, texts)).toBe('');
  });

  it('makes a capitalised word only like one that is there elsewhere, or that the person has written', async () => {
    expect(await found('de', ['Das Protokol ist lang.'])).toBe('');
    expect(await found('de', ['Das Protokol ist lang.', 'Das Protokoll liegt vor.'])).toBe(
      'Protokol → Protokoll',
    );
    expect(await found('de', ['Wir fragen Frau Zwahlenn dazu.'], { vocabulary: ['Ruth Zwahlen'] })).toBe(
      'Zwahlenn → Zwahlen',
    );
    // Another ending of the same word.
    expect(await found('de', ['Die Kantonsrätin Xemmer spricht.', 'Die Rede Xemmers war gut.'])).toBe('');
  });

  it('never touches a word of the person', async () => {
    expect(await found('de', ['Das ist naturlich so.'], { vocabulary: ['naturlich'] })).toBe('');
  });

  it('trusts a recogniser that was sure, and doubts one that was not', async () => {
    const text = ['Das ist eine merwürdge Geschichte.'];
    expect(await found('de', text, { confidence: 0.3 })).toBe('merwürdge → merkwürdige');
    expect(await found('de', text, { confidence: 0.99 })).toBe('');
  });

  it('knows words by their parts', async () => {
    const spelling = createSpelling('de', await lexiconOf('de'));
    expect(spelling.isWord('Schulhaussanierungskredit')).toBe(true);
    expect(spelling.isWord('Schulhausxanierungskredit')).toBe(false);
  });
});

describe('the thread with the dictionaries', () => {
  it('answers one transcript after the other in any language, and an abort ends only its own', async () => {
    const speller = createSpeller();
    const { signal } = new AbortController();
    const ask = (language: SessionLanguage, text: string, own = signal) =>
      speller.find({ language, turns: turnsOf([text]), vocabulary: [] }, own);
    const aborted = new AbortController();
    const first = ask('en', 'We did not recieve the letter.');
    const gone = ask('en', 'We did not recieve the letter.', aborted.signal);
    aborted.abort(new Error('enough'));
    const last = ask('it', 'Non so perchè viene.');
    await expect(gone).rejects.toThrow('enough');
    expect((await first).map(({ to }) => to)).toEqual(['receive']);
    expect((await last).map(({ to }) => to)).toEqual(['perché']);
    expect(await speller.unknown('it', ['acqua', 'acquax'], signal)).toEqual(['acquax']);
    await speller.close();
    await expect(speller.unknown('it', ['acqua'], signal)).rejects.toThrow('closed');
  });
});
