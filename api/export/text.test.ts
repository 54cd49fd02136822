import { expect, test } from 'vitest';
import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import { buildNastyMarkdown, buildSource, buildSpoken } from '#api/testing/build-report.ts';
import { shippedOptions } from '#api/option/shipped-options.ts';
import { resultTitle, toDocument } from './document.ts';
import { wordsOf } from './words.ts';
import { writeMd } from './write-md.ts';
import { writeTxt } from './write-txt.ts';

const md = (fields: Parameters<typeof buildSource>[0]) =>
  [...writeMd(toDocument(buildSource(fields)))].join('');
const txt = (fields: Parameters<typeof buildSource>[0]) =>
  [...writeTxt(toDocument(buildSource(fields)))].join('');

const hostile =
  '<img src=x onerror=alert(1)> [klick](javascript:alert(1)) <script>alert(2)</script> &lt;b&gt;';

test('A text file opens in old programs: byte order mark, CRLF', () => {
  const text = txt({ title: 'Übung', transcript: buildSpoken(['A: Grüße', 'B: Ja'], { A: 'Anna' }) });
  expect(text.startsWith('\ufeffÜbung\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text).toContain('[0:00] Anna\r\nGrüße\r\n\r\n[0:04] Person B\r\nJa\r\n');
  expect(text).toContain('Datum: 20. November 2026 um 09:00 UTC\r\n');
});

test('A text file keeps lists, tables and links legible', () => {
  const notes =
    '1. eins\n   - innen\n2. [Seite](https://example.org/x)\n\n| a | b |\n|--|--|\n| 1 | **2** |\n\n- [x] getan';
  expect(txt({ notes })).toContain(
    '1. eins\r\n   \r\n   – innen\r\n2. Seite <https://example.org/x>\r\n\r\na | b\r\n1 | 2\r\n\r\n– [x] getan'.replace(
      '\r\n   \r\n',
      '\r\n\r\n',
    ),
  );
});

test('Markdown holds no HTML and no link that runs something, whatever the texts hold', () => {
  const result = {
    label: hostile,
    text: hostile,
    sources: [],
    engine: 'llm',
    model: hostile,
    isStale: true,
  } as const;
  const written = md({
    title: hostile,
    notes: hostile,
    caseNumber: hostile,
    transcript: buildSpoken([`A: ${hostile}`], { A: hostile }),
    results: [{ ...result, sources: [] }],
  });
  expect(written).not.toMatch(/(?<!\\)<(?!https:|mailto:)/);
  expect(written).not.toMatch(/(?<!\\)\]\(/);
});

test('A megabyte of text without any order is written as text and as Markdown', () => {
  const result = { label: 'summary', sources: [], engine: 'llm' as const, model: '', isStale: false };
  const results = [{ ...result, text: buildNastyMarkdown() }];
  expect(txt({ results }).length).toBeGreaterThan(500_000);
  expect(md({ results })).not.toMatch(/(?<!\\)<img/);
});

test.each([
  'Ein *Wort*, ein **starkes**, ~~keins~~ und `code | x`.',
  '# Titel\n\n## Unter\n\nText',
  '- eins\n- zwei\n  1. innen\n  2. zwei\n- [x] getan',
  '| a | b |\n|:--|--:|\n| 1 \\| 2 | *x* |',
  '> Zitat\n> über zwei Zeilen',
  '```\n<b>``` code\n```',
  '1986\\. war es\n\n\\# kein Titel\n\n\\- keine Liste',
  'Siehe [hier](https://example.org/a_(b)?c=d&e=f) und a_b_c 2*3*4',
])('Markdown reads back as what it was written from: %s', (text) => {
  const blocks = parseMarkdown(text);
  const written = md({ notes: text });
  const again = parseMarkdown(written.slice(written.indexOf('## Notizen') + '## Notizen'.length));
  const flat = (all: unknown) =>
    JSON.stringify(all)
      .replace(/"depth":\d/g, '')
      .replaceAll('"},{"kind":"text","text":"', '');
  // In a section headings are deeper.
  expect(flat(again)).toBe(flat(blocks));
});

test('A question of one’s own is headed by its beginning, what is shipped by the word of its tab', () => {
  const result = { text: 'Ja.', sources: [], engine: 'llm' as const, model: '', isStale: false };
  const titled = { ...result, label: 'custom_1', title: 'Wer macht was?' };
  const written = md({ results: [titled, { ...result, label: 'translation_fr' }] });
  expect(written).toContain('## Wer macht was?');
  expect(written).toContain('## Übersetzung (Französisch)');
  expect(written).not.toMatch(/custom/i);
});

test.each(['de', 'en', 'fr', 'it'] as const)(
  'Shipped options are called the same in documents: %s',
  (language) => {
    for (const { label, names } of shippedOptions)
      expect(resultTitle(label, wordsOf(language))).toBe(names[language]);
  },
);
