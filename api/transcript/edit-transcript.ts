import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionStore, type SessionRow, type SessionStore } from '#api/session/session.store.ts';
import { createOverlay, EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { correctionsOf } from '#api/user/correction.rules.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { limitSize, type StoredEdits } from './edit-size.rules.ts';
import { insertOps, storedEdits, opsAfter } from './edit.store.ts';
import { editedTexts } from './edited-texts.ts';
import { prepareEdited, readEdited, shownRow, versionRows } from './read-transcript.store.ts';

export type TranscriptEditing = ReturnType<typeof createTranscriptEditing>;

/** Makes further changes of the same request, in the same transaction. Returns the session afterwards. */
type AndThen = (sessions: SessionStore) => Promise<SessionRow>;

/** Creates the editing of transcripts: edits are laid over the engine's text, which stays unchanged. */
export function createTranscriptEditing(db: Db, clock: Clock) {
  const opened = createOpened();
  return {
    /**
     * Adds edits to the version that is shown: all of them, or none. A repeated request succeeds, so that a lost answer can be
     * retried.
     * @throws AppError `session.not_found`, `session.edits_conflict` with the current state, `session.edit_invalid`,
     *   `session.edits_full`
     */
    async apply(owner: Acting, sessionId: string, patch: EditsPatch, andThen: AndThen): Promise<SessionRow> {
      if (!opened.has(sessionId)) await prepareEdited(db, sessionId);
      let open: Opened | null = null;
      const row = await db.transaction().execute(async (trx) => {
        const sessions = createSessionStore(trx, clock);
        const session = orNotFound(await sessions.find(owner, sessionId));
        if (!(await isStored(trx, sessionId, patch))) {
          const edits = patch.base + patch.ops.length;
          const { overlay, ...place } = await openOverlay(trx, session, patch, opened.take(sessionId));
          open = { ...place, overlay, edits };
          const before = overlay.size();
          const corrections = applyAll(overlay, patch.ops);
          place.kept = add(place.kept, patch.ops);
          limitSize(before, overlay.size(), place.kept);
          await createCorrectionStore(trx, clock).add(owner, corrections);
          const at = { sessionId, version: patch.version, afterRev: patch.base };
          const made = patch.ops.map((op) => ({ op, actor: owner.actor }));
          await insertOps(trx, at, made, clock.now());
          await sessions.update(sessionId, { edits_rev: edits });
        }
        return andThen(sessions);
      });
      // The transcript is cached only after the commit, because the next request builds on it.
      if (open) opened.put(sessionId, open);
      return row;
    },

    forget(sessionId: string): void {
      opened.take(sessionId);
      editedTexts.forget(sessionId);
    },
  };
}

/** A version with its first `edits` edits. */
type Opened = {
  version: number;
  createdAt: number;
  isWhole: boolean;
  edits: number;
  kept: StoredEdits;
  overlay: Overlay;
};

const maxOpened = 4;

/**
 * Creates a cache of the transcripts that were edited last, `maxOpened` at most, so that an edit need not read the whole
 * transcript. The cache holds complete versions only, because a transcription may still add segments to an incomplete one.
 */
function createOpened() {
  const entries = new Map<string, Opened>();
  return {
    has: (sessionId: string): boolean => entries.has(sessionId),
    take(sessionId: string): Opened | undefined {
      const entry = entries.get(sessionId);
      entries.delete(sessionId);
      return entry;
    },
    put(sessionId: string, entry: Opened): void {
      if (!entry.isWhole) return;
      entries.set(sessionId, entry);
      const { version, createdAt, edits, overlay } = entry;
      editedTexts.put({ sessionId, version, createdAt, edits }, overlay.transcript());
      const [oldest] = entries.keys();
      if (entries.size > maxOpened && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** True if exactly these edits are already stored at that position. */
async function isStored(trx: Db, sessionId: string, { base, version, ops }: EditsPatch): Promise<boolean> {
  const rows = await opsAfter(trx, sessionId, version, base, ops.length);
  return rows.length === ops.length && rows.every(({ op }, index) => op === JSON.stringify(ops[index]));
}

async function openOverlay(
  trx: Db,
  session: SessionRow,
  { base, version }: EditsPatch,
  opened: Opened | undefined,
): Promise<Opened> {
  const { id, edits_rev: edits } = session;
  const shown = await shownRow(trx, await versionRows(trx, id));
  const isSame = shown?.version === version;
  if (!shown || !isSame || base !== edits) {
    const rows = isSame ? await opsAfter(trx, id, version, base) : null;
    const ops = rows && rows.map(({ op }) => JSON.parse(op) as EditOp);
    throw new AppError('session.edits_conflict', {
      extra: { have: { version: shown?.version ?? 0, edits, ops } },
    });
  }
  const place = { version, createdAt: shown.created_at, isWhole: shown.partial === 0, edits };
  const isOpen =
    opened !== undefined &&
    place.isWhole &&
    opened.version === version &&
    opened.createdAt === place.createdAt &&
    opened.edits === edits;
  return isOpen
    ? { ...place, kept: opened.kept, overlay: opened.overlay }
    : {
        ...place,
        kept: await storedEdits(trx, id, version),
        overlay: createOverlay(await readEdited(trx, shown)),
      };
}

const add = ({ count, characters }: StoredEdits, ops: readonly EditOp[]): StoredEdits => ({
  count: count + ops.length,
  characters: ops.reduce((sum, op) => sum + JSON.stringify(op).length, characters),
});

/** Applies edits to the overlay. Returns the words that they correct. */
function applyAll(overlay: Overlay, ops: readonly EditOp[]) {
  return ops.flatMap((op, index) => {
    const before = op.op === 'text' ? overlay.segment(op.segment) : undefined;
    const written = before && overlay.written(before.id);
    try {
      overlay.apply(op);
    } catch (error) {
      if (!(error instanceof EditInvalid)) throw error;
      const errors = [{ path: `edits.ops.${index}`, message: error.message }];
      throw new AppError('session.edit_invalid', { cause: error, extra: { errors } });
    }
    const after = before && overlay.segment(before.id);
    return before && after && written ? newCorrections(written, before, after) : [];
  });
}

/**
 * Returns the corrections that an edit adds. Both texts are compared with the engine's, because a text is saved many
 * times while it is being written, and is one correction.
 */
function newCorrections(written: Pick<Segment, 'words'>, before: Segment, after: Segment) {
  const known = new Set(correctionsOf(written, before).map((each) => JSON.stringify(each)));
  return correctionsOf(written, after).filter((each) => !known.has(JSON.stringify(each)));
}
