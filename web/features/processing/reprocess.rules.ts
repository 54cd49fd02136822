import { correctionsLabel } from '#api/contract/option-labels.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { orderLabels } from '#web/parts/result/result-order.rules.ts';

/** Returns the results that were made from an earlier state of notes or transcript, in the order of the tabs. */
export const olderResults = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  orderLabels(Object.keys(data)).filter((label) => {
    const result = data[label];
    return label !== correctionsLabel && result !== undefined && result !== false
      ? result.state === 'done' && result.stale
      : false;
  });

/** Returns a key of the current state of notes and transcript. The question is asked once for each state. */
export const stateKey = ({
  transcript,
  edits,
  notes,
}: Pick<SessionDetail, 'transcript' | 'edits' | 'notes'>) =>
  `${transcript?.version ?? 0}.${edits}.${notes.rev}`;

/** Largest number of results that a notice names. The dialog lists all. */
const mostNamed = 3;

/**
 * Returns the first results, which a notice names, and the number of the others. If only one would be left over, it is
 * named too.
 */
export const firstNamed = (labels: readonly string[]): { named: readonly string[]; more: number } =>
  labels.length <= mostNamed + 1
    ? { named: labels, more: 0 }
    : { named: labels.slice(0, mostNamed), more: labels.length - mostNamed };
