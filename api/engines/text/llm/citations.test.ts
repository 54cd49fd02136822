import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import { textLanguages } from '#api/contract/option.ts';
import { longMeeting } from '#api/testing/engine/test-conversation.ts';
import { citeText } from './citations.rules.ts';
import { createSegmentIds } from './segment-ids.ts';
import { sentenceEnds } from './sentences.rules.ts';
import { words } from './words.ts';

const segments = longMeeting('de', 900);
const ids = createSegmentIds(segments);
const whole = (text: string, language: 'de' | 'en' | 'fr' | 'it' = 'de') =>
  citeText(text, ids, language, true).text;

describe('sources in an answer', () => {
  it('stand in a text without anything that is obeyed and not seen', () => {
    const answer =
      'Ja\u0000\u001b[31m,\u202e der Kredit\u{e0041} kommt [s1].\r\nGut \u{1f469}\u200d\u{1f4bb} [s2].';
    const { text } = citeText(answer, createSegmentIds(longMeeting('de', 100)), 'de', true);
    expect(text).toBe('Ja[31m, der Kredit kommt [1].\nGut \u{1f469}\u200d\u{1f4bb} [2].');
  });

  it.each([
    ['Es gilt [s2].', 'Es gilt [1].'],
    ['Es gilt. [s2]', 'Es gilt. [1]'],
    ['Es gilt.[s2][s3]', 'Es gilt. [1, 2]'],
    ['Es gilt [s2], [s3].', 'Es gilt [1, 2].'],
    ['Es gilt [s2, s3; s2].', 'Es gilt [1, 2].'],
    ['Es gilt [s2-s4].', 'Es gilt [1, 2, 3].'],
    ['Es gilt [s2–4].', 'Es gilt [1, 2, 3].'],
    ['Es gilt [s2 bis s30].', 'Es gilt [1, 2].'],
    ['Es gilt (s2, s3).', 'Es gilt [1, 2].'],
    ['Es gilt 【s2】.', 'Es gilt [1].'],
    ['Es gilt ([s2], [s3]).', 'Es gilt [1, 2].'],
    ['Es gilt ([s999]).', 'Es gilt. [?]'],
    ['Es gilt ([12, 3] und [s2]).', 'Es gilt ( und [1]).'],
    ['Es gilt `[s2]`.', 'Es gilt [1].'],
    [String.raw`Es gilt \[s2\].`, 'Es gilt [1].'],
    ['Es gilt [S2].', 'Es gilt [1].'],
    ['Es gilt [^s2].', 'Es gilt [1].'],
    ['Es gilt [s2](#s2).', 'Es gilt [1].'],
    ['Es gilt [segment s2].', 'Es gilt [1].'],
    ['Es gilt [s2, 00:00:05].', 'Es gilt [1].'],
    ['Es gilt [00:00:00].', 'Es gilt [1].'],
    ['Es gilt [s2, s999].', 'Es gilt [1].'],
    ['Es gilt &#91;7&#93;.', 'Es gilt. [?]'],
    ['Es gilt [s999].', 'Es gilt. [?]'],
    ['Es gilt [7].', 'Es gilt. [?]'],
    ['Es gilt [?].', 'Es gilt. [?]'],
    ['Es gilt [s2', 'Es gilt [?]'],
    ['Der Audi (S3) und [A4] gelten.', 'Der Audi (S3) und [A4] gelten. [?]'],
    ['Ab [23:59:59] gilt es.', 'Ab [23:59:59] gilt es. [?]'],
  ])('reads %s', (answer, shown) => expect(whole(answer)).toBe(shown.replace(/^Es gilt \[\?\]$/, 'Es gilt')));

  it('numbers by first use and names each turn once', () => {
    const { text, sources } = citeText('A sagt das [s9]. B auch [s3, s9]. C [s3].', ids, 'de', true);
    expect(text).toBe('A sagt das [1]. B auch [2, 1]. C [2].');
    expect(sources).toEqual([
      { n: 1, segment: 's9', at: segments[8]!.start },
      { n: 2, segment: 's3', at: segments[2]!.start },
    ]);
  });

  it('knows turns whose ids are no plain names by names of its own', () => {
    const odd = [
      { ...segments[0]!, id: 's1] ignore (' },
      { ...segments[1]!, id: 's2/63000' },
    ];
    const own = createSegmentIds(odd);
    expect(odd.map(({ id }) => own.nameOf(id))).toEqual(['x1', 's2/63000']);
    const { text, sources } = citeText('A [x1]. B [s2/63000]. C [s2].', own, 'de', true);
    expect(text).toBe('A [1]. B [2]. C. [?]');
    expect(sources.map(({ segment }) => segment)).toEqual(['s1] ignore (', 's2/63000']);
  });

  it('keeps sources out of code', () => {
    expect(whole('```\nx = 1 [s2]\n```')).toBe('```\nx = 1\n```\n[1]');
    expect(whole('Der Befehl `los [s2]` gilt [s3].')).toBe('Der Befehl `los` [1] gilt [2].');
  });
});

describe('statements without a source', () => {
  it.each([
    ['## Themen\n\nEs geht um drei Dinge:\n\n**Budget**', []],
    ['Erster Satz. Zweiter Satz [s2].', ['Erster Satz.']],
    ['Erster Satz [s2]. Zweiter Satz.', ['Zweiter Satz.']],
    ['- Erster Satz. Zweiter Satz. [s2]\n- Dritter Satz', ['Dritter Satz']],
    ['1. Erster Punkt\n2) Zweiter Punkt [s2]', ['Erster Punkt']],
    ['- [ ] Anna ruft an\n- [x] Bruno schreibt [s2]', ['Anna ruft an']],
    ['- Budget\n  - 500 Franken [s2]\n  - unklar', ['unklar']],
    ['| Wer | Was |\n|---|---|\n| Anna | ruft an |\n| Bruno | schreibt [s2] |', ['ruft an']],
    ['Wer | Was\n--- | ---\nAnna | ruft an', ['ruft an']],
    ['> Das sagt jemand so.', ['Das sagt jemand so.']],
    ['Das ist offen. Dazu wurde nichts gesagt.', ['Das ist offen.']],
    ['- Entscheide: Dazu wurde nichts gesagt.\n- **Nothing was said about this.**', []],
    ['Freundliche Grüsse\nAnna Keller', []],
    ['Titel\n=====\n\n---', []],
    ['Der Kredit\numfasst alles und wird im Herbst dem ganzen Gemeinderat vorgelegt,\nwie geplant [s2].', []],
  ])('are found in %j', (answer, unsupported) => {
    const marked = [...whole(answer).matchAll(/[^\n|.:]*[.]?(?= \[\?\])/g)]
      .map(([found]) => found.replace(/^\s*(?:>|[-\d]+[.)]?)?\s*(?:\[[ x]\])?\s*/, ''))
      .filter(Boolean);
    expect(marked).toEqual(unsupported);
    expect(whole(answer).match(/\[\?\]/g) ?? []).toHaveLength(unsupported.length);
  });

  it.each(textLanguages)('are none where the sentence of %s says that nothing was said', (language) => {
    const { nothingSaid, none } = words[language];
    for (const sentence of [nothingSaid, ...Object.values(none)])
      expect(whole(sentence, language)).toBe(sentence);
  });

  it.each([
    [
      'de',
      'Am 3. März kam Dr. Meier, z. B. mit 2.5 Mio. Franken, der 2. Punkt folgt. Danach war Schluss.',
      2,
    ],
    ['de', 'Das sind 12. Danach kam J. Müller dran.', 2],
    ['en', 'Mr. Smith paid approx. 3.5 million, e.g. for Ms. Jones. Then he left.', 2],
    ['en', 'We need 12. Then we stop. No. 5 is out.', 3],
    ['fr', 'M. Favre et Mme. Roux, p. ex. le 3 mai, ont payé env. 20 francs. Ensuite, fini !', 2],
    ['it', 'Il sig. Rossi e la dott. Bianchi, cfr. art. 5, hanno pagato. Poi basta?', 2],
    ['de', 'Er fragte: «Kommt das?» Sie sagte: «Ja.» Gut so!', 3],
  ] as const)('are told sentence by sentence in %s: %s', (language, text, count) => {
    expect(sentenceEnds(text, language)).toHaveLength(count);
  });
});

describe('an answer that is still being written', () => {
  const answer =
    '## A\n\nErster Satz [s2]. Zweiter Satz. Dritter [s3, s5-s7].\n\n- Punkt (s4)\n- Noch einer [00:00:00]\n';

  it('never shows half a mark, and judges only what is finished', () => {
    for (let length = 0; length <= answer.length; length += 1) {
      const { text } = citeText(answer.slice(0, length), ids, 'de', false);
      expect(text).not.toMatch(/\[s|\(s|\[\d*$|\[0|\[\d+,? ?$/);
      expect(text.match(/\[\?\]/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
    expect(citeText('Erster Satz. Zweiter', ids, 'de', false).text).toBe('Erster Satz. [?] Zweiter');
    expect(citeText('Erster Satz.', ids, 'de', false).text).toBe('Erster Satz.');
    expect(citeText('- Punkt. Mehr', ids, 'de', false).text).toBe('- Punkt. Mehr');
  });
});

describe('whatever a model writes', () => {
  const bits = fc.constantFrom(
    '[s1]',
    '[s2, s3]',
    '[s999]',
    '(s4)',
    '[s1-s5]',
    '[1]',
    '[12, 3]',
    '[?]',
    '[s',
    '[',
    ']',
    '(',
    '`',
    '```\n',
    '**',
    '\\',
    '\n',
    '\n\n',
    '- ',
    '| a | b |\n',
    '|---|---|\n',
    '# ',
    '> ',
    ' ',
    '. ',
    '&#91;3&#93;',
    '\ue000',
    '\ue123',
    '<b>',
    ':',
    'Wort ',
    'Zwei Wörter. ',
    '3. März ',
    'z.B. ',
    '[00:00:00]',
    '[x](http://a.b) ',
    '💶',
    '~~~\n',
    '1. ',
    '【s3】',
    '[s2](#s2)',
  );
  const answers = fc.array(fc.oneof({ weight: 5, arbitrary: bits }, fc.string({ maxLength: 6 })), {
    maxLength: 40,
  });

  it('every number that is shown exists in the sources, and every source in the transcript', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...textLanguages), fc.boolean(), (parts, language, isWhole) => {
        const { text, sources } = citeText(parts.join(''), ids, language, isWhole);
        expect(sources.map(({ n }) => n)).toEqual(sources.map((_, index) => index + 1));
        const known = new Set(segments.map(({ id }) => id));
        for (const { segment } of sources) expect(known.has(segment)).toBe(true);
        const numbers = new Set(sources.map(({ n }) => n));
        const all = new Set(Array.from({ length: 9999 }, (_, index) => index));
        // Everything that the result view reads as a number.
        for (const n of shownNumbers(parseMarkdown(text, { sources: all })))
          expect(numbers.has(n)).toBe(true);
        expect(text).not.toMatch(/[\ue000-\uf8ff]/);
      }),
      { numRuns: 400 },
    );
  });
});

function shownNumbers(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(shownNumbers);
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'source') return [(value as unknown as { n: number }).n];
  return Object.values(value).flatMap(shownNumbers);
}
