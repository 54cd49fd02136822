import { correctionsLabel } from '#api/contract/option.ts';
import type { SessionResult } from '#api/contract/session.ts';

type MadeFrom = Exclude<SessionResult, false>['made_from'];

/** What a session's results would be made from now. */
export type Current = Pick<MadeFrom, 'transcript' | 'edits' | 'notes'> & {
  /** Revs of the host's options by label. If the option of a result is missing, its rev is not compared. */
  options: ReadonlyMap<string, number>;
};

/** True if the sources of a result have changed since it was made. An option's rev of 0 means that it was made without one. */
export function isStale(
  label: string,
  madeFrom: MadeFrom,
  { transcript, edits, notes, options }: Current,
): boolean {
  const option = options.get(label);
  // Each correction that a person accepts is an edit, so edits do not count.
  if (label === correctionsLabel) return madeFrom.transcript !== transcript;
  return (
    madeFrom.transcript !== transcript ||
    madeFrom.edits !== edits ||
    madeFrom.notes !== notes ||
    (option !== undefined && madeFrom.option !== 0 && madeFrom.option !== option)
  );
}
