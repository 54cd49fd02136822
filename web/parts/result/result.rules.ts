import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';

export type MadeResult = Exclude<SessionResult, false>;

/** What has changed since a result was made, with how many changes of the transcript; `option`: how it is asked for. */
export type Change = { kind: 'transcript' | 'notes' | 'option' } | { kind: 'edits'; count: number };

export function changesSince(
  { made_from: from, stale }: Pick<MadeResult, 'made_from' | 'stale'>,
  { transcript, edits, notes }: Pick<SessionDetail, 'transcript' | 'edits' | 'notes'>,
): Change[] {
  if (!stale) return [];
  const changes: Change[] = [];
  if ((transcript?.version ?? 0) !== from.transcript) changes.push({ kind: 'transcript' });
  else if (edits !== from.edits) changes.push({ kind: 'edits', count: Math.max(1, edits - from.edits) });
  if (notes.rev !== from.notes) changes.push({ kind: 'notes' });
  return changes.length > 0 ? changes : [{ kind: 'option' }];
}

/** Labels that are shipped, with a name in the four languages. */
const knownLabels = [
  'summary',
  'minutes',
  'analysis',
  'consultation_note',
  'fact_check',
  'translation_de',
  'translation_en',
  'translation_fr',
  'translation_it',
  'corrections',
] as const;
type KnownLabel = (typeof knownLabels)[number];

export const isKnownLabel = (label: string): label is KnownLabel =>
  (knownLabels as readonly string[]).includes(label);

/** Characters of a source that are shown. */
const maxSaid = 240;

/** What was said at a source: its segment, or where that is gone the one that is said then. */
export function saidAt(
  segments: readonly Segment[],
  source: { segment: string; at: number },
): Pick<Segment, 'text' | 'speaker'> | null {
  const found =
    segments.find(({ id }) => id === source.segment) ??
    segments.find(({ start, end }) => start <= source.at && source.at < end);
  if (!found) return null;
  const text = found.text.length > maxSaid ? `${found.text.slice(0, maxSaid).trimEnd()} …` : found.text;
  return { text, speaker: found.speaker };
}

export type ResultStage = 'waiting' | 'writing' | 'done' | 'failed';

/** How far a result is: asked for, being written, there, not to be had. */
export const stageOf = (result: SessionResult): ResultStage => {
  if (result === false) return 'waiting';
  return result.state === 'processing' ? 'writing' : result.state;
};

/** Labels of results that are asked for or being written. */
export const unfinished = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  Object.keys(data).filter((label) => ['waiting', 'writing'].includes(stageOf(data[label] ?? false)));
