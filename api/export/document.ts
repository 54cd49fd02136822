import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import type { Block } from '#api/shared/markdown/rich-text.ts';
import type { ReportSource } from './report-source.ts';
import { outlined } from './outline.rules.ts';
import { speakersOf, turnsOf, type Speaker, type Turn } from './turns.rules.ts';
import { clockOf, dateOf, documentLanguageOf, wordsOf, type DocumentLanguage, type Words } from './words.ts';

type Fact = { label: string; value: string };

export type TextSection = {
  kind: 'text';
  title: string;
  /** Sentences that say who wrote the text, and whether it is stale. */
  note: string;
  /** Blocks of the text. Their headings begin at depth 3 and skip none. */
  blocks: Block[];
  sources: { n: number; at: number }[];
};
export type TranscriptSection = { kind: 'transcript'; title: string; note: string; turns: Turn[] };
export type Section = TextSection | TranscriptSection;

/** The content of a report, independent of its file format. */
export type ReportDocument = {
  language: DocumentLanguage;
  words: Words;
  title: string;
  facts: Fact[];
  speakers: Speaker[];
  sections: Section[];
  clock: (atS: number) => string;
  createdAt: Date;
};

const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ');

/** Writes a label without a translation as words: `fact_check` becomes `Fact check`. */
const spoken = (label: string): string => {
  const text = label.replace(/_+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * Returns the name of a result: `title` if it is not empty, which is the beginning of a custom prompt, or the name of
 * the label.
 */
export const resultTitle = (label: string, words: Words, title = ''): string =>
  title || ((Object.hasOwn(words.results, label) ? words.results[label] : undefined) ?? spoken(label));

function factsOf(source: ReportSource, words: Words, language: DocumentLanguage): Fact[] {
  const { date, durationS, participants, caseNumber } = source;
  const facts: (Fact | false)[] = [
    { label: words.date, value: dateOf(new Date(date), language) },
    durationS > 0 && {
      label: words.duration,
      value: `${clockOf(durationS)} ${durationS >= 3600 ? 'h' : 'min'}`,
    },
    { label: words.language, value: words.languages[source.language] },
    participants !== null && { label: words.participants, value: String(participants) },
    Boolean(caseNumber) && { label: words.caseNumber, value: caseNumber ?? '' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Says who wrote the transcript, and whether it is finished. */
const originOf = (
  { engine, isPartial, draft }: NonNullable<ReportSource['transcript']>,
  words: Words,
): string =>
  draft?.isWhole
    ? words.draftedBy(draft.by)
    : sentences(isPartial && words.partial, words.transcribedBy(engine), draft !== null && words.restIsDraft);

/** Parses the Markdown and orders the transcript. This takes long for long texts, so it must be called in a thread. */
export function toDocument(source: ReportSource): ReportDocument {
  const language = documentLanguageOf(source.language);
  const words = wordsOf(source.language);
  const { transcript, notes, results, durationS } = source;
  const longestS = Math.max(durationS, transcript?.segments.at(-1)?.end ?? 0);
  const nameOf = (key: string): string => transcript?.names[key]?.trim() || words.unnamed(key);
  const sections: Section[] = results.map((result) => ({
    kind: 'text',
    title: resultTitle(result.label, words, result.title),
    note: sentences(
      result.engine === 'extract' ? words.extracted : words.writtenBy(result.model),
      result.isStale && words.stale,
    ),
    blocks: outlined(
      parseMarkdown(result.text, { durationS, sources: new Set(result.sources.map(({ n }) => n)) }),
    ),
    sources: result.sources,
  }));
  if (notes !== null) {
    const blocks = outlined(parseMarkdown(notes, { durationS }));
    sections.push({ kind: 'text', title: words.notes, note: '', blocks, sources: [] });
  }
  if (transcript) {
    sections.push({
      kind: 'transcript',
      title: transcript.draft?.isWhole ? words.draft : words.transcript,
      note: sentences(originOf(transcript, words), transcript.isEdited && words.corrected),
      turns: turnsOf(transcript.segments, nameOf, words.notTranscribed),
    });
  }
  return {
    language,
    words,
    sections,
    title: source.title,
    facts: factsOf(source, words, language),
    speakers: transcript ? speakersOf(transcript.segments, nameOf) : [],
    clock: (atS) => clockOf(atS, longestS),
    createdAt: new Date(source.nowMs),
  };
}
