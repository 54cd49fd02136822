import { AlignmentType, LevelFormat, type INumberingOptions, type IStylesOptions } from 'docx';
import type { DocumentLanguage } from '#api/export/words.ts';

/** Converts points to twentieths of a point. */
export const twips = (pt: number): number => Math.round(pt * 20);
/** Converts points to half points. */
const size = (pt: number): number => pt * 2;

/**
 * The page and its column of text, pt. Times stand in a gutter of `gutterPt` to the left of the column, as in the PDF.
 */
export const sheet = { widthPt: 595.3, heightPt: 841.9, leftPt: 122, rightPt: 70, gutterPt: 60 };
export const columnPt = sheet.widthPt - sheet.leftPt - sheet.rightPt;

const ink = '16211F';
const quiet = '4B5A58';
const accent = '0B5563';
export const line = 'B9C1C6';
const sans = 'Source Sans 3';
const serif = 'Source Serif 4';

/** Locales for the spelling checker. The country is a guess. */
const localeOf: Record<DocumentLanguage, string> = {
  de: 'de-DE',
  en: 'en-GB',
  fr: 'fr-FR',
  it: 'it-IT',
};

export const style = {
  facts: 'Facts',
  note: 'Remark',
  speaker: 'Speaker',
  spoken: 'Spoken',
  spokenTimed: 'SpokenTimed',
  cell: 'TableText',
  headCell: 'TableHead',
  quote: 'Quotation',
  code: 'CodeBlock',
  margin: 'PageMargin',
} as const;

const heading = (font: string, pt: number, beforePt: number, afterPt: number) => ({
  run: { font, size: size(pt), bold: true, color: ink },
  paragraph: { spacing: { before: twips(beforePt), after: twips(afterPt) }, keepNext: true, keepLines: true },
});
const lined = (pt: number, beforePt = 0, afterPt = 0) => ({
  line: twips(pt),
  lineRule: 'atLeast' as const,
  before: twips(beforePt),
  after: twips(afterPt),
});
const timed = { indent: { left: 0, hanging: twips(sheet.gutterPt) } };
const own = (id: string, name: string, run: object, paragraph: object) => ({
  id,
  name,
  run,
  paragraph,
  basedOn: 'Normal',
  quickFormat: true,
});

/** Returns the paragraph and character styles by name, so that readers can change them in one place. */
export const stylesOf = (language: DocumentLanguage): IStylesOptions => ({
  default: {
    document: {
      run: { font: serif, size: size(10.5), color: ink, language: { value: localeOf[language] } },
      paragraph: { spacing: lined(15.5, 0, 6) },
    },
    heading1: heading(serif, 23, 0, 10),
    heading2: heading(serif, 16, 26, 6),
    heading3: heading(sans, 12, 16, 4),
    heading4: heading(sans, 10.5, 12, 3),
    heading5: heading(sans, 10.5, 12, 3),
    heading6: heading(sans, 10.5, 12, 3),
    hyperlink: { run: { color: accent, underline: {} } },
  },
  paragraphStyles: [
    own(
      style.facts,
      'Facts',
      { font: sans, size: size(9.5) },
      {
        spacing: lined(14.5),
        indent: { left: twips(96), hanging: twips(96) },
      },
    ),
    own(
      style.note,
      'Remark',
      { font: sans, size: size(9), italics: true, color: quiet },
      { spacing: lined(13, 0, 6) },
    ),
    own(
      style.speaker,
      'Speaker',
      { font: sans, size: size(9.5), bold: true, color: accent },
      {
        ...timed,
        spacing: lined(14, 10),
        keepNext: true,
      },
    ),
    own(style.spoken, 'Spoken', {}, { spacing: lined(15.5), widowControl: true }),
    own(style.spokenTimed, 'Spoken with time', {}, { ...timed, spacing: lined(15.5, 5), widowControl: true }),
    own(style.cell, 'Table text', { font: sans, size: size(9.5) }, { spacing: lined(13.5, 2, 2) }),
    own(
      style.headCell,
      'Table head',
      { font: sans, size: size(9.5), bold: true },
      { spacing: lined(13.5, 2, 2), keepNext: true },
    ),
    own(
      style.quote,
      'Quotation',
      {},
      {
        indent: { left: twips(14) },
        border: { left: { style: 'single', size: 12, space: 10, color: line } },
      },
    ),
    own(
      style.code,
      'Code',
      { font: sans, size: size(9) },
      {
        spacing: lined(13),
        shading: { type: 'clear', color: 'auto', fill: 'F2F4F5' },
      },
    ),
    own(style.margin, 'Page margin', { font: sans, size: size(8.5), color: quiet }, { spacing: lined(12) }),
  ],
  characterStyles: [
    { id: 'Time', name: 'Time', run: { font: sans, size: size(8.5), bold: false, color: quiet } },
    { id: 'Label', name: 'Label', run: { color: quiet } },
    { id: 'CodeText', name: 'Code text', run: { font: sans } },
    { id: 'Source', name: 'Source', run: { color: quiet } },
  ],
});

export const deepestLevel = 8;
const indentPt = 16;

/** Returns the bullets, and one numbering for each number that a list begins with. */
export const numberingOf = (starts: ReadonlySet<number>): INumberingOptions => {
  const levels = (format: 'bullet' | 'decimal', start: number) =>
    Array.from({ length: deepestLevel + 1 }, (_, level) => ({
      level,
      format: LevelFormat[format === 'bullet' ? 'BULLET' : 'DECIMAL'],
      text: format === 'bullet' ? '•' : `%${level + 1}.`,
      alignment: AlignmentType.LEFT,
      start: level === 0 ? start : 1,
      style: {
        paragraph: {
          indent: { left: twips(indentPt * (level + 1)), hanging: twips(indentPt) },
        },
      },
    }));
  return {
    config: [
      { reference: 'bullets', levels: levels('bullet', 1) },
      ...[...starts].map((start) => ({ reference: `numbers-${start}`, levels: levels('decimal', start) })),
    ],
  };
};

/** Returns the indent of the text of a list item. */
export const itemIndent = (level: number) => ({ left: twips(indentPt * (level + 1)) });
