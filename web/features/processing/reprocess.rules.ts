import { correctionsLabel } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { orderLabels } from '#web/parts/result/result-order.rules.ts';

/** Results made from an earlier state, in tab order. */
export const olderResults = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  orderLabels(Object.keys(data)).filter((label) => {
    const result = data[label];
    return label !== correctionsLabel && result !== undefined && result !== false
      ? result.state === 'done' && result.stale
      : false;
  });

/** Identifies the state of the question: a new state asks again. */
export const stateKey = ({
  transcript,
  edits,
  notes,
}: Pick<SessionDetail, 'transcript' | 'edits' | 'notes'>) =>
  `${transcript?.version ?? 0}.${edits}.${notes.rev}`;

/** Number of results named in a notice; the dialog lists all. */
const mostNamed = 3;

/** Names the first and counts the rest; a rest of one is named. */
export const firstNamed = (labels: readonly string[]): { named: readonly string[]; more: number } =>
  labels.length <= mostNamed + 1
    ? { named: labels, more: 0 }
    : { named: labels.slice(0, mostNamed), more: labels.length - mostNamed };
