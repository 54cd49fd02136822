import {
  Document,
  Footer,
  Header,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  TabStopType,
  Table,
  TextRun,
  type ParagraphChild,
} from 'docx';
import type { Inline } from '#api/shared/markdown/rich-text.ts';
import { isoTime } from '#api/lib/clock.ts';
import type { ReportDocument, Section, TranscriptSection } from '#api/export/document.ts';
import { percentOf, type Words } from '#api/export/words.ts';
import { headingOf, toBlocks, toTable, xmlText, type Lists } from './docx-blocks.ts';
import { columnPt, numberingOf, sheet, style, stylesOf, twips } from './docx-styles.ts';

const run = (text: string): TextRun => new TextRun(xmlText(text));
const cell = (text: string): Inline[] => [{ kind: 'text', text }];

/** Returns a time in the gutter, followed by its text. */
const timed = (time: string, text: string): ParagraphChild[] => [
  new TextRun({ style: 'Time', children: [time, new Tab()] }),
  run(text),
];

function* turnsOf({ turns }: TranscriptSection, clock: (atS: number) => string): Generator<Paragraph> {
  for (const { name, atS, text } of turns) {
    if (name === null) yield new Paragraph({ style: style.spokenTimed, children: timed(clock(atS), text) });
    else {
      yield new Paragraph({ style: style.speaker, children: timed(clock(atS), name) });
      yield new Paragraph({ style: style.spoken, children: [run(text)] });
    }
  }
}

function* sectionOf(section: Section, document: ReportDocument, lists: Lists): Generator<Paragraph | Table> {
  const { clock, words } = document;
  yield headingOf(2, [run(section.title)]);
  if (section.note) yield new Paragraph({ style: style.note, keepNext: true, children: [run(section.note)] });
  if (section.kind === 'transcript') {
    yield* turnsOf(section, clock);
    return;
  }
  yield* toBlocks(section.blocks, lists);
  if (section.sources.length === 0) return;
  yield headingOf(3, [run(words.sources)]);
  const text = section.sources.map(({ n, at }) => `[${n}]\u00a0${clock(at)}`).join('   ');
  yield new Paragraph({ style: style.facts, indent: { left: 0, hanging: 0 }, children: [run(text)] });
}

function* contentOf(document: ReportDocument, lists: Lists): Generator<Paragraph | Table> {
  const { title, facts, speakers, words, language, clock, sections } = document;
  yield headingOf(1, [run(title)]);
  for (const { label, value } of facts) {
    const children = [new TextRun({ style: 'Label', children: [xmlText(label), new Tab()] }), run(value)];
    yield new Paragraph({ style: style.facts, children });
  }
  if (speakers.length > 0) {
    yield headingOf(2, [run(words.speakers)]);
    yield toTable({
      align: [null, 'right', 'right', 'right'],
      head: [words.name, words.share, words.speakingTime, words.firstAt].map(cell),
      rows: speakers.map(({ name, share, spokenS, firstAtS }) =>
        [name, percentOf(share, language), clock(spokenS), clock(firstAtS)].map(cell),
      ),
    });
  }
  for (const section of sections) yield* sectionOf(section, document, lists);
}

const hanging = { indent: { left: -twips(sheet.gutterPt) } };

/** Returns a paragraph such as `Seite 3 von 41`. The reader's word processor computes the numbers. */
function pageNumber(words: Words): Paragraph {
  const [before = '', between = '', after = ''] = words.page(-1, -2).split(/-[12]/);
  const children = [before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after].filter(Boolean);
  return new Paragraph({
    style: style.margin,
    ...hanging,
    tabStops: [{ type: TabStopType.RIGHT, position: twips(columnPt) }],
    children: [new TextRun({ children: [new Tab(), ...children] })],
  });
}

const escaped = (text: string): string =>
  xmlText(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes the core properties (ISO 29500-2, 11) with the language and the given time. */
function coreProperties({ title, language, createdAt, sections }: ReportDocument): string {
  const time = `${isoTime(createdAt.getTime()).slice(0, 19)}Z`;
  const stamp = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title)}</dc:title><dc:subject>${escaped(sections.map((section) => section.title).join(', '))}</dc:subject><dc:creator>Wortlaut</dc:creator><dc:language>${language}</dc:language>${stamp('created')}${stamp('modified')}</cp:coreProperties>`;
}

/** Writes a Word document (ISO 29500) with named styles and real headings, lists and tables. */
export async function* writeDocx(document: ReportDocument): AsyncGenerator<Uint8Array> {
  const { title, language, words } = document;
  const lists: Lists = { starts: new Set(), count: 0 };
  const children = [...contentOf(document, lists)];
  const footer = () => new Footer({ children: [pageNumber(words)] });
  const file = new Document({
    title: xmlText(title),
    creator: 'Wortlaut',
    styles: stylesOf(language),
    numbering: numberingOf(lists.starts),
    theme: { name: 'Wortlaut', fonts: { headings: 'Source Serif 4', body: 'Source Serif 4' } },
    sections: [
      {
        properties: {
          titlePage: true,
          page: {
            size: { width: twips(sheet.widthPt), height: twips(sheet.heightPt) },
            margin: {
              left: twips(sheet.leftPt),
              right: twips(sheet.rightPt),
              top: twips(78),
              bottom: twips(76),
              header: twips(36),
              footer: twips(34),
            },
          },
        },
        headers: {
          default: new Header({
            children: [new Paragraph({ style: style.margin, ...hanging, children: [run(title)] })],
          }),
          first: new Header({ children: [new Paragraph({ style: style.margin, children: [] })] }),
        },
        footers: { default: footer(), first: footer() },
        children,
      },
    ],
  });
  const core = { path: 'docProps/core.xml', data: coreProperties(document) };
  yield await Packer.toBuffer(file, undefined, [core]);
}
