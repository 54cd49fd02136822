import { describe, expect, test } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { sessionLanguages } from '#api/contract/session.ts';
import {
  buildConversation,
  buildNastyMarkdown,
  buildSource,
  buildSpoken,
} from '#api/testing/build-report.ts';
import { hasPoppler, poppler } from '#api/testing/documents.ts';
import { toDocument } from '#api/export/document.ts';
import type { ReportSource } from '#api/export/report-source.ts';
import { writePdf } from './write-pdf.ts';

const pdfOf = (fields: Partial<ReportSource>): Uint8Array =>
  Buffer.concat([...writePdf(toDocument(buildSource(fields)))]);
const textOf = async (fields: Partial<ReportSource>, ...args: string[]): Promise<string> =>
  (await poppler('pdftotext', pdfOf(fields), ...args)).normalize('NFC');
const wordsIn = (text: string): string => text.replace(/\s+/g, ' ').trim();

const signs =
  'Überprüfung «Größe» – „Straße“ … Schifffahrt, fünf Auflagen, effizient, flüssig; l’été à Neuchâtel, œuvre, città, perché; 12’500 € ½ Łódź Ελλάδα Привет Việt Nam';

test('The same session gives the same bytes at the same moment', () => {
  const fields = { title: 'Sitzung', transcript: buildSpoken(['A: Guten Tag']) };
  expect(Buffer.compare(pdfOf(fields), pdfOf(fields))).toBe(0);
});

test.each([
  '',
  ' ',
  '\ud83d',
  '\u0000\u0007',
  'x'.repeat(200),
  '😀👩‍👩‍👧🇨🇭',
  '漢字',
  'שלום',
  '(\\)',
  '\u202eabc',
  'a\u0301\u0323',
])('A title like %j is written', (title) => {
  expect(
    pdfOf({ title, notes: title, transcript: buildSpoken([`A: ${title} x`], { A: title }) }).length,
  ).toBeGreaterThan(2_000);
});

describe.skipIf(!hasPoppler)('Read by pdftotext and pdfinfo (skipped without poppler-utils)', () => {
  test('All signs of the four languages come out as they went in, ligatures too', async () => {
    const text = await textOf({
      title: signs,
      notes: `**${signs}** *${signs}* ~~x~~`,
      transcript: buildSpoken([`A: ${signs}`]),
    });
    expect(wordsIn(text).split(signs).length - 1).toBeGreaterThanOrEqual(4);
  });

  test('What no font has is seen as a box and still read and copied where it stands', async () => {
    const text = wordsIn(await textOf({ title: 'Titel 😀 mit 漢字 und weiter', notes: 'Ein 👩‍👩‍👧 im Text' }));
    expect(text).toContain('Titel 😀 mit 漢字 und weiter');
    expect(text).toContain('Ein 👩‍👩‍👧 im Text');
  });

  test('A conversation of an hour is complete and in order', async () => {
    const segments = buildConversation(10_000, 8);
    const transcript = {
      ...buildSpoken([]),
      segments: segments.map((segment) => ({ ...segment, isMissing: false })),
    };
    const pdf = pdfOf({ durationS: 3600, transcript });
    // Without the margins, which hold the running head and the page number.
    const [x, y, w, h] = ['122', '70', '460', '700'];
    const text = await poppler('pdftotext', pdf, '-raw', '-x', x!, '-y', y!, '-W', w!, '-H', h!);
    const said = wordsIn(segments.map((segment) => segment.text).join(' '));
    const read = wordsIn(text.slice(text.indexOf('Transkript')).replace(/^\f?Person [A-H]$/gm, ''));
    // Not `toBe`, because the difference of two long texts would be unreadable.
    expect(read.slice(read.indexOf('Ich eröffne')) === said).toBe(true);
  }, 20_000);

  test('It is tagged, named, in its language, with every font in it', async () => {
    const pdf = pdfOf({
      title: 'A & B <c>',
      language: 'fr',
      notes: '# x\n\n[y](https://example.org)',
      transcript: buildSpoken(['A: z']),
    });
    const info = await poppler('pdfinfo', pdf);
    expect(info).toMatch(/Title:\s+A & B <c>/);
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/JavaScript:\s+no/);
    const meta = await poppler('pdfinfo', pdf, '-meta');
    expect(meta).toContain('<rdf:li xml:lang="x-default">A &#38; B &#60;c&#62;</rdf:li>');
    expect(meta).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (fr)');
    expect(Buffer.from(pdf).toString('latin1')).toContain('/DisplayDocTitle true');
    const fonts = (await poppler('pdffonts', pdf)).split('\n').slice(2).filter(Boolean);
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/yes yes yes\s+\d+\s+0$/);
  });

  test('Headings, lists, tables and links are what they look like', async () => {
    const notes =
      '# Eins\n\n## Zwei\n\n- Punkt\n\n| Kopf | Zahl |\n|--|--:|\n| Zelle | 5 |\n\n> Zitat\n\n[Seite](https://example.org/a?b=c)';
    const pdf = pdfOf({ title: 'Titel', notes, transcript: buildSpoken(['A: gesagt'], { A: 'Anna' }) });
    const tree = await poppler('pdfinfo', pdf, '-struct-text');
    const order = [
      'H1',
      '"Titel"',
      'L (',
      'LI',
      'Lbl',
      '"Datum "',
      'LBody',
      'Table',
      'TR',
      'TH',
      'Scope',
      '"Name"',
      'TD',
      '"Anna"',
      'H2',
      '"Notizen"',
      'H3',
      '"Eins"',
      'H4',
      '"Zwei"',
      'L (',
      'Lbl',
      '"• "',
      'P',
      '"Punkt"',
      'Table',
      'TH',
      '"Kopf"',
      'TD',
      '"Zelle"',
      'BlockQuote',
      '"Zitat"',
      'Link',
      '"Seite"',
      'H2',
      '"Transkript"',
      '"0:00 Anna"',
      'P',
      '"gesagt"',
    ];
    let at = 0;
    for (const mark of order) {
      const found = tree.indexOf(mark, at);
      expect(found).toBeGreaterThanOrEqual(at);
      at = found + mark.length;
    }
    expect(tree).not.toContain('Seite 1 von');
    expect(await poppler('pdfinfo', pdf, '-url')).toContain('https://example.org/a?b=c');
  });

  test('Pages are counted, from the second on with the title above', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `${at % 2 ? 'A' : 'B'}: Satz ${at}.`);
    const text = await textOf({ title: 'Sehr lange Sitzung', transcript: buildSpoken(lines) });
    const pages = text.split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
      expect(page.split('Sehr lange Sitzung').length - 1).toBe(1);
      // The name of a speaker is never the last line of a page.
      expect(
        page
          .trim()
          .split('\n')
          .findLast((line) => line && !line.startsWith('Seite ')),
      ).toMatch(/^Satz/);
    });
  });

  test('A long table says its head on each page', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => `| Zeile ${at} | ${at} |`).join('\n');
    const text = await textOf({ notes: `| Posten | Betrag |\n|--|--:|\n${rows}` });
    const pages = text.split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Posten');
    expect(text.match(/Zeile \d+/g)).toEqual(Array.from({ length: 90 }, (_, at) => `Zeile ${at}`));
  });

  test('What a model wrote to do harm is written as text, and leads nowhere', async () => {
    const text = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <a href="file:///etc/passwd">y</a>';
    const result = { label: 'summary', text, sources: [], engine: 'llm' as const, model: '', isStale: false };
    const pdf = pdfOf({ results: [result] });
    expect(wordsIn(await poppler('pdftotext', pdf))).toContain('<img src=x onerror=alert(1)>');
    expect(await poppler('pdfinfo', pdf, '-url')).not.toMatch(/javascript|file:/);
    expect(await poppler('pdfinfo', pdf, '-js')).not.toContain('alert');
  });

  test.each(sessionLanguages)('The words around are in the language of the session: %s', async (language) => {
    const words = {
      de: 'Dauer',
      'de-CH': 'Schweizerdeutsch',
      en: 'Speaking time',
      fr: 'Temps de parole',
      it: 'Tempo di parola',
    };
    const text = await textOf({ language, transcript: buildSpoken(['A: x']) });
    expect(text).toContain(words[language]);
    expect(text).toContain(
      {
        de: 'Seite 1 von 1',
        'de-CH': 'Seite 1 von 1',
        en: 'Page 1 of 1',
        fr: 'Page 1 sur 1',
        it: 'Pagina 1 di 1',
      }[language],
    );
  });
});

test.runIf(isLong)(
  'A megabyte of text without any order is written',
  () => {
    const result = { label: 'summary', sources: [], engine: 'llm' as const, model: '', isStale: false };
    expect(pdfOf({ results: [{ ...result, text: buildNastyMarkdown() }] }).length).toBeGreaterThan(100_000);
  },
  60_000,
);
