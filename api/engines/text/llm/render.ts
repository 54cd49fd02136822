import type { MadeText, Said } from '#api/engines/text/text-engine.ts';
import type { Claim } from './forms.ts';
import { createNumbering } from './segment-ids.ts';
import type { Words } from './words.ts';

export type Statement = { text: string; segments: Said[] };
type Duty = Statement & { who: string; due: string };
export type MinutesContent = {
  summary: Statement[];
  decisions: Statement[];
  tasks: Duty[];
  open: Statement[];
};
export type CheckedClaim = Statement & {
  verdict: Claim['verdict'];
  reason: string;
  evidence: Said[];
  /** Words of the notes, copied exactly; empty if there are none. */
  note: string;
  doubt: string;
};

/** Creates a function that cites turns, and the list of sources, numbered in the order of their first use. */
function createCiter() {
  const { numberOf, sources } = createNumbering();
  return {
    sources,
    mark: (segments: readonly Said[]) =>
      segments.length > 0 ? `[${segments.map(numberOf).join(', ')}]` : '[?]',
  };
}

/** Escapes Markdown syntax at the start of a model's sentence. */
const inLine = (text: string): string => text.replace(/^([#>*+-]+|\d+[.)])(?=\s)/, '\\$1');

/**
 * Writes minutes as Markdown. While the answer streams (`isWhole` is false), empty sections are hidden, because they
 * may still be filled.
 */
export function renderMinutes(content: MinutesContent, words: Words, isWhole: boolean): MadeText {
  const { mark, sources } = createCiter();
  const point = ({ text, segments }: Statement) => `- ${inLine(text)} ${mark(segments)}`;
  const duty = ({ text, who, due, segments }: Duty) => {
    const name = who ? `**${who.replaceAll('*', '')}:** ` : '';
    return `- [ ] ${name}${inLine(text)}${due ? ` (${words.by(due)})` : ''} ${mark(segments)}`;
  };
  const sections = [
    { title: words.summary, none: words.none.summary, lines: content.summary.map(point) },
    { title: words.decisions, none: words.none.decisions, lines: content.decisions.map(point) },
    { title: words.tasks, none: words.none.tasks, lines: content.tasks.map(duty) },
    { title: words.open, none: words.none.open, lines: content.open.map(point) },
  ];
  const shown = sections
    .map(({ title, none, lines }) => ({ title, body: lines.join('\n') || (isWhole ? none : '') }))
    .filter(({ body }) => body !== '');
  return { text: shown.map(({ title, body }) => `## ${title}\n\n${body}`).join('\n\n'), sources };
}

const verdicts = ['supported', 'contradicted', 'not_found'] as const;

/** Writes the number of claims per verdict, then each claim with its sources, reason, notes and doubts. */
export function renderClaims(claims: readonly CheckedClaim[], words: Words, isWhole: boolean): MadeText {
  if (claims.length === 0) return { text: isWhole ? words.none.claims : '', sources: [] };
  const { mark, sources } = createCiter();
  const counts = verdicts.flatMap((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return count > 0 ? [words.count[verdict](count)] : [];
  });
  const items = claims.map(({ text, segments, verdict, reason, evidence, note, doubt }) => [
    `- **${words.verdicts[verdict]}:** ${inLine(text)} ${mark(segments)}`,
    ...(verdict === 'not_found' ? [`  ${words.notFound}`] : []),
    ...(evidence.length > 0 ? [`  ${inLine(reason || words.compare)} ${mark(evidence)}`] : []),
    ...(note ? [`  ${words.inNotes(note)}`] : []),
    ...(doubt ? [`  _${words.doubt(doubt.replaceAll('_', ' '))}_`] : []),
  ]);
  return { text: `${counts.join(' · ')}\n\n${items.flat().join('\n')}`, sources };
}

export type Paragraph = { name: string; segments: Said[]; text: string };

/** Writes paragraphs, each with a citation of its first turn. */
export function renderTurns(paragraphs: readonly Paragraph[]): MadeText {
  const { mark, sources } = createCiter();
  const lines = paragraphs.map(({ name, segments, text }, index) => {
    const head = paragraphs[index - 1]?.name === name ? '' : `**${name.replaceAll('*', '')}:** `;
    return `${head}${head ? text : inLine(text)} ${mark(segments.slice(0, 1))}`;
  });
  return { text: lines.join('\n\n'), sources };
}
