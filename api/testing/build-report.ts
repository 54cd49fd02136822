import type { ReportSource, SpokenSegment } from '#api/export/report-source.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { buildSegment, buildTranscript } from './build-transcript.ts';

/** Returns the source of a report: a short session, which is empty unless the fields say otherwise. */
export const buildSource = (fields: Partial<ReportSource> = {}): ReportSource => ({
  title: 'Sitzung',
  date: '2026-11-20T09:00:00.000Z',
  durationS: 600,
  language: 'de',
  participants: null,
  caseNumber: null,
  transcript: null,
  notes: null,
  results: [],
  nowMs: Date.UTC(2026, 10, 21, 8, 30, 5),
  ...fields,
});

type SourceTranscript = NonNullable<ReportSource['transcript']>;

/** Returns a transcript from lines `A: text`. A segment begins every 4 s and is 3.5 s long. */
export const buildSpoken = (
  lines: readonly string[],
  names: Record<string, string> = {},
): SourceTranscript => ({
  engine: 'test',
  isPartial: false,
  isEdited: false,
  draft: null,
  names,
  segments: lines.map((line, index): SpokenSegment => {
    const [speaker = 'A', text = ''] = line.split(/: (.*)/s);
    return { speaker, text, start: index * 4, end: index * 4 + 3.5, isMissing: false };
  }),
});

const sentences = [
  'Ich eröffne die Sitzung und begrüße alle, die heute gekommen sind.',
  'Die Auflage der Flyer wurde geprüft, außer in größeren Fällen.',
  'Das Büro hat den Kredit über zwölftausend Franken schon im März beantragt.',
  'Wir kommen zum zweiten Traktandum, der Sanierung des Schulhauses.',
  'Dazu gibt es eine Frage aus der Mitte – bitte, Frau Grün.',
  'Ja.',
  'Danke; das nehmen wir so ins Protokoll auf, und zwar wörtlich.',
];

const syllables =
  'ab be bü chen da dör ei fal fi ge grö hal in kel la lich mei nis or per quer rät schi stun tät un ver wöl zü ßen'.split(
    ' ',
  );

/** Returns an invented word. It is always the same for a number; there are about 4,000 different words. */
function inventedWord(number: number): string {
  let left = (number * 2_654_435_761) % 4_001;
  let word = '';
  do {
    word += syllables[left % syllables.length]!;
    left = Math.floor(left / syllables.length);
  } while (left > 0);
  return number % 5 === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/**
 * Returns a long conversation of speakers, in turns of a few sentences, at 2.8 words a second. Half of its words are
 * rare.
 */
export function buildConversation(words: number, speakers: number): Segment[] {
  const segments: Segment[] = [];
  const wordS = 1 / 2.8;
  for (let at = 0, count = 0; count < words; at++) {
    const known = sentences[(at * 5 + Math.floor(at / 7)) % sentences.length]!;
    const invented = Array.from({ length: 6 + (at % 9) }, (_, index) => inventedWord(count + index)).join(
      ' ',
    );
    const says = at % 2 === 0 ? known : `${invented}.`;
    const speaker = String.fromCharCode(65 + (Math.floor(at / 3) % speakers));
    segments.push(buildSegment(`s${at + 1}`, says, { speaker, start: count * wordS, wordS }));
    count += says.split(' ').length;
  }
  return segments;
}

export const buildLongTranscript = (words = 25_000, speakers = 8) =>
  buildTranscript(buildConversation(words, speakers));

/**
 * Returns about a megabyte of hostile Markdown: lines without spaces, blocks without an end, too deep or too wide
 * nesting, too many headings and items.
 */
export const buildNastyMarkdown = (): string =>
  [
    'x'.repeat(200_000),
    '# h\n'.repeat(10_000),
    `| ${'a | '.repeat(60)}\n| ${'-|'.repeat(60)}\n| ${'langer Inhalt | '.repeat(60)}`,
    `${'> '.repeat(200)}tief`,
    '- '.repeat(300),
    `| a |\n|--|\n| ${'Wort '.repeat(40_000)} |`,
    '*'.repeat(50_000),
    '漢😀'.repeat(30_000),
    `\`\`\`\`\n${'` '.repeat(80_000)}\n\`\`\`\``,
    '1. x\n'.repeat(10_000),
    '<img src=x onerror=alert(1)> '.repeat(2_000),
    '[x](javascript:alert(1)) '.repeat(2_000),
  ].join('\n\n');
