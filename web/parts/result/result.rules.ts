import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { knownLabels } from './result-order.rules.ts';

export type MadeResult = Exclude<SessionResult, false>;

/**
 * A change since a result was made. `option`: the option itself has changed. `edits`: the transcript was edited;
 * `count` is the number of edits.
 */
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

type KnownLabel = (typeof knownLabels)[number];

export const isKnownLabel = (label: string): label is KnownLabel =>
  (knownLabels as readonly string[]).includes(label);

/** Largest length of a quoted source, characters. */
const maxSaid = 240;

/** Returns text and speaker of a source. If its segment is gone, they are those of the segment at its time. */
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

export const stageOf = (result: SessionResult): ResultStage => {
  if (result === false) return 'waiting';
  return result.state === 'processing' ? 'writing' : result.state;
};

export const unfinished = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  Object.keys(data).filter((label) => ['waiting', 'writing'].includes(stageOf(data[label] ?? false)));
