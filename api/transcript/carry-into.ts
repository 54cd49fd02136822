import type { Db } from '#api/db/open.ts';
import { applyEdits, applyValid } from '#api/shared/transcript-edit/overlay.ts';
import { carryOver, touchedBy } from './carry-over.rules.ts';
import { invalidToUnapplied } from './carry-unapplied.rules.ts';
import {
  insertOps,
  lastEditor,
  revisionsOf,
  setRevisions,
  setUnapplied,
  type MadeEdit,
} from './edit.store.ts';
import { draftRow, readMachine, readOps, versionRows } from './read-transcript.store.ts';

/**
 * Carries edits over to a version that is being completed, in its transaction: from the previous complete version, and from
 * unfinished ones since. Edits without a place are listed in the version. The carried edits of a version count as made by the
 * person who edited it last, because one of them may come from edits of several.
 */
export async function carryInto(trx: Db, sessionId: string, version: number, nowMs: number): Promise<void> {
  const rows = await versionRows(trx, sessionId);
  const row = rows.find((each) => each.version === version);
  if (!row) return;
  // A draft may have come after the first transcription began, so its version is higher.
  const isFirst = !rows.some((each) => each.partial === 0 && each !== row);
  const draft = isFirst ? draftRow(rows) : undefined;
  const before = rows.filter((each) => each !== row && (each.version < version || each === draft));
  const whole = before.findIndex(({ partial }) => partial === 0);
  const sources = whole === -1 ? before : before.slice(0, whole + 1);

  const own = applyValid(await readMachine(trx, row), await readOps(trx, row));
  let target = own.transcript;
  // Edits of a newer version take precedence over those of an older one.
  const settled = touchedBy(own.applied);
  const carried: MadeEdit[] = [];
  const unapplied = invalidToUnapplied(version, own.invalid);
  for (const source of sources) {
    const machine = await readMachine(trx, source);
    const { applied, invalid } = applyValid(machine, await readOps(trx, source));
    const result = carryOver(machine, applied, target, settled);
    target = applyEdits(target, result.ops);
    for (const id of touchedBy(result.ops)) settled.add(id);
    const actor = await lastEditor(trx, sessionId, source.version);
    carried.push(...result.ops.map((op) => ({ op, actor })));
    unapplied.push(...result.unapplied);
    // A complete version has listed its own invalid edits already.
    if (source.partial === 1) unapplied.push(...invalidToUnapplied(source.version, invalid));
  }
  if (carried.length === 0 && unapplied.length === 0) return;

  const { edits_rev: afterRev, rev } = await revisionsOf(trx, sessionId);
  await insertOps(trx, { sessionId, version, afterRev }, carried, nowMs);
  await setUnapplied(
    trx,
    sessionId,
    version,
    unapplied.toSorted((a, b) => a.start - b.start),
  );
  await setRevisions(trx, sessionId, { edits_rev: afterRev + carried.length, rev: rev + 1 });
}
