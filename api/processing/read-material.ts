import type { Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { askedOf, resultWork, type MadeFrom, type ResultRow } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { isCustomRun, sourceLabelOf } from './ask.rules.ts';
import { failedBecause } from './result-job.ts';
import type { Material } from './task.rules.ts';

export type MaterialDeps = {
  db: Db;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
  options: Pick<OptionStore, 'find'>;
};

/**
 * Reads everything that a result is made from, once. The session must be read before, so that a result counts as stale if its
 * sources change while they are read.
 * @throws JobFailure if the result on whose tab the prompt was asked is gone
 */
export async function readMaterial(
  { db, transcriptOf, options }: MaterialDeps,
  session: SessionRow,
  row: ResultRow,
): Promise<Material> {
  const transcript = await transcriptOf(session.id);
  const option = isCustomRun(row.label) ? null : await options.find(session.host, row.label);
  const sourceLabel = sourceLabelOf(row.source_tab);
  const about = sourceLabel === null ? undefined : await resultWork.newestDone(db, session.id, sourceLabel);
  if (sourceLabel !== null && !about) throw failedBecause(`there is no result ${sourceLabel} any more`);
  return {
    session,
    transcript,
    option,
    about,
    asked: askedOf(row),
    sourceTab: row.source_tab,
    label: row.label,
  };
}

/**
 * Returns the versions of the sources, by which a result is found to be stale later. 0 means that there is no such
 * source.
 */
export const madeFromOf = ({ session, transcript, option }: Material): MadeFrom => ({
  transcript: transcript?.version ?? 0,
  edits: session.edits_rev,
  notes: session.notes_rev,
  option: option?.rev ?? 0,
});
