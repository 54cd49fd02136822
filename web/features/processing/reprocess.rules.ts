import { correctionsLabel } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { orderLabels } from '#web/parts/result/result-order.rules.ts';

/** Results that are there and were made from an earlier state, in the order of their tabs. */
export const olderResults = ({ data }: Pick<SessionDetail, 'data'>): string[] =>
  orderLabels(Object.keys(data)).filter((label) => {
    const result = data[label];
    return label !== correctionsLabel && result !== undefined && result !== false
      ? result.state === 'done' && result.stale
      : false;
  });

/** The state that somebody was asked about: another one asks anew. */
export const stateKey = ({
  transcript,
  edits,
  notes,
}: Pick<SessionDetail, 'transcript' | 'edits' | 'notes'>) =>
  `${transcript?.version ?? 0}.${edits}.${notes.rev}`;

/** So many are named in a notice; whoever asks for them sees all. */
const mostNamed = 3;

/** The first of them by name, the others by their number; one alone is never a number. */
export const firstNamed = (labels: readonly string[]): { named: readonly string[]; more: number } =>
  labels.length <= mostNamed + 1
    ? { named: labels, more: 0 }
    : { named: labels.slice(0, mostNamed), more: labels.length - mostNamed };
