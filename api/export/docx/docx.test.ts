import { describe, expect, test } from 'vitest';
import {
  buildConversation,
  buildNastyMarkdown,
  buildSource,
  buildSpoken,
} from '#api/testing/build-report.ts';
import { hasLibreOffice, hasPoppler, officeToPdf, poppler, unzipText } from '#api/testing/documents.ts';
import { toDocument } from '#api/export/document.ts';
import type { ReportSource } from '#api/export/report-source.ts';
import { writeDocx } from './write-docx.ts';

async function docxOf(fields: Partial<ReportSource>): Promise<Uint8Array> {
  const parts = [];
  for await (const part of writeDocx(toDocument(buildSource(fields)))) parts.push(part);
  return Buffer.concat(parts);
}
const partsOf = async (fields: Partial<ReportSource>) => {
  const files = unzipText(await docxOf(fields));
  return (path: string): string => files.get(path) ?? '';
};

const signs = 'Überprüfung «Größe» – Schifffahrt, l’été, città, Łódź, 😀 漢字';

test('Headings, lists, tables, links and who speaks are of named styles', async () => {
  const notes =
    '# Eins\n\n- Punkt\n\n3. drei\n\n| Kopf | Zahl |\n|--|--:|\n| Zelle | 5 |\n\n[Seite](https://example.org/a?b=c)';
  const part = await partsOf({
    title: 'Titel',
    notes,
    transcript: buildSpoken([`A: ${signs}`], { A: 'Anna' }),
  });
  const body = part('word/document.xml');
  expect(body).toMatch(/<w:pStyle w:val="Heading1"\/>.{0,200}Titel/s);
  expect(body).toMatch(/<w:pStyle w:val="Heading3"\/>.{0,200}Eins/s);
  expect(body).toMatch(/<w:numPr>.{0,300}Punkt/s);
  expect(body).toMatch(/<w:tblHeader\/>.{0,900}Kopf/s);
  expect(body).toMatch(/<w:pStyle w:val="Speaker"\/>.{0,400}<w:tab\/>.{0,200}Anna/s);
  expect(body).toContain(signs);
  expect(part('word/_rels/document.xml.rels')).toContain('Target="https://example.org/a?b=c"');
  const numbering = part('word/numbering.xml');
  expect(numbering).toContain('<w:start w:val="3"/>');
  expect(numbering).toContain('w:val="•"');
});

test('Title, language and the time of writing stand in its properties; a heading stays with its text', async () => {
  const part = await partsOf({ title: 'A & B <c>', language: 'it', notes: 'x' });
  expect(part('docProps/core.xml')).toContain('<dc:title>A &#38; B &#60;c&#62;</dc:title>');
  expect(part('docProps/core.xml')).toContain('<dc:language>it</dc:language>');
  expect(part('docProps/core.xml')).toContain('2026-11-21T08:30:05Z');
  const styles = part('word/styles.xml');
  expect(styles).toContain('<w:lang w:val="it-IT"/>');
  for (const id of ['Heading1', 'Heading2', 'Speaker'])
    expect(styles.slice(styles.indexOf(`w:styleId="${id}"`)).split('</w:style>')[0]).toContain(
      '<w:keepNext/>',
    );
  const footers = [part('word/footer1.xml'), part('word/footer2.xml')].join('');
  expect(footers).toMatch(/Pagina .{0,300}PAGE.{0,400} di .{0,400}NUMPAGES/s);
});

test.each(['', '\u0000\u0007\ud83d', ']]>', '&amp;<w:p>', 'x'.repeat(200), '\ufffe'])(
  'A title like %j makes no broken XML',
  async (title) => {
    const part = await partsOf({
      title,
      notes: `${title}\n\n\`${title}\``,
      transcript: buildSpoken([`A: ${title} x`], { A: title }),
    });
    for (const path of ['word/document.xml', 'docProps/core.xml', 'word/header1.xml']) {
      // oxlint-disable-next-line no-control-regex
      expect(part(path)).not.toMatch(/[\u0000-\u0008\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/);
      expect(part(path).match(/<w:p[ >]/g)?.length ?? 0).toBe(part(path).match(/<\/w:p>/g)?.length ?? 0);
    }
  },
);

test('What a model wrote to do harm is text, and no link leads to it', async () => {
  const text = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](file:///etc/passwd) <w:p/>';
  const result = { label: 'summary', text, sources: [], engine: 'llm' as const, model: '', isStale: false };
  const part = await partsOf({ results: [result] });
  expect(part('word/document.xml')).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(part('word/_rels/document.xml.rels')).not.toMatch(/javascript|file:/);
});

test('A megabyte of text without any order is written', async () => {
  const result = { label: 'summary', sources: [], engine: 'llm' as const, model: '', isStale: false };
  const part = await partsOf({ results: [{ ...result, text: buildNastyMarkdown() }] });
  expect(part('word/document.xml').endsWith('</w:document>')).toBe(true);
});

const canConvert = hasLibreOffice && hasPoppler;
describe.skipIf(!canConvert)('Opened by LibreOffice (skipped without it or poppler-utils)', () => {
  test('Its text is complete and in order', async () => {
    const segments = buildConversation(1_500, 8).map((segment) => ({ ...segment, isMissing: false }));
    const transcript = { ...buildSpoken([]), segments };
    const notes = `${signs}\n\n1. eins\n2. zwei\n   - innen\n\n| Kopf | Zahl |\n|--|--:|\n| Zelle | 5 |`;
    const pdf = await officeToPdf(await docxOf({ title: 'Titel', notes, transcript }), 'docx');
    const text = (await poppler('pdftotext', pdf, '-layout')).replace(/\s+/g, ' ');
    let at = 0;
    for (const mark of [
      'Titel',
      'Datum 20. November 2026',
      'Wer spricht',
      'Notizen',
      signs.slice(0, 40),
      '1. eins',
      '2. zwei',
      '• innen',
      'Kopf Zahl',
      'Zelle 5',
      'Transkript',
      '0:00 Person A',
      'Ich eröffne',
    ]) {
      expect(text.indexOf(mark, at)).toBeGreaterThanOrEqual(at);
      at = text.indexOf(mark, at);
    }
    const plain = text
      .replace(/\d:\d\d Person [A-H] | ?Titel | ?Seite \d+ von \d+ ?|\d{1,2}:\d\d /g, ' ')
      .replace(/\s+/g, ' ');
    for (const segment of segments) expect(plain).toContain(segment.text);
    expect(await poppler('pdfinfo', pdf)).toMatch(/Title:\s+Titel/);
  });
});
