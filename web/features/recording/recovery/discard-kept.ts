import { problemOf } from '#web/lib/api-error.ts';
import { emptyDraft } from '#web/features/recording/draft/server-draft.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { contentOf } from '#workers/recorder/recorder.contract.ts';
import type { KeptItems } from './kept-items.ts';
import type { RecoveryWorks } from './recovery-works.ts';

type DiscardKeptInput = {
  items: KeptItems;
  works: RecoveryWorks;
  recorder(): Recorder;
  server: Pick<ServerPort, 'putDraft'>;
  /** Longest wait for the notes to be saved, and for the draft to be removed, ms. */
  notesPatienceMs: number;
  onFailure(step: string, error: unknown): void;
};

/**
 * Returns the function that removes a kept recording from the device and from the server. Its notes stay, because they
 * belong to the session.
 */
export const createDiscardKept =
  ({ items, works, recorder, server, notesPatienceMs, onFailure }: DiscardKeptInput) =>
  async (id: string): Promise<void> => {
    const saveNotes = async (kept: KeptRecording): Promise<boolean> => {
      const segment = works.open(kept).segments[0]!;
      return segment.sessionId !== null && (await segment.savesNotesWithin(notesPatienceMs));
    };
    /** Removes the draft that the server may have of it. */
    const withdrawDraft = async ({ draft, sessionId }: KeptRecording['record']): Promise<void> => {
      if (!draft || sessionId === null) return;
      const signal = AbortSignal.timeout(notesPatienceMs);
      await server.putDraft(sessionId, emptyDraft(draft), signal).catch(() => {});
    };
    const kept = items.get(id)?.kept as KeptRecording | undefined;
    // If the recording has no audio, the person discards the notes themselves.
    const hasMore = kept !== undefined && kept.durationS > 0 && kept.record.notes !== '';
    const keepsNotes = hasMore && !(await saveNotes(kept));
    const seen = works.get(id)?.segments[0]?.seen() ?? (kept ? [contentOf(kept.record)] : []);
    works.close(id);
    try {
      await recorder().throwAway(id, { keepsNotes, seen });
      if (kept) await withdrawDraft(kept.record);
      items.remove(id);
    } catch (error) {
      onFailure('throw away', error);
      items.change(id, { problem: { ...problemOf(error), isOfDiscard: true } });
    }
  };
