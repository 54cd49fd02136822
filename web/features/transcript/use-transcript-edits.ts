import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import { applyFitting } from '#api/contract/overlay.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/shell/toasts.ts';
import { sessionDetailKey, usePatchSession } from '#web/features/session/session.state.ts';
import { freeSpeakerKey } from './speaker.rules.ts';
import { inverseOps } from './transcript-edit.rules.ts';
import type { SpeakerOp } from './transcript-edit.rules.ts';
import { createEditQueue } from './transcript-edits.state.ts';
import type { EditQueue } from './transcript-edits.state.ts';
import { turnAround } from './transcript.rules.ts';

/** What a person can change in the transcript. Stable as long as the transcript is the same. */
export type TranscriptEdits = {
  rename(key: string, name: string): void;
  /** Everything that is said without another speaker around that segment; null: somebody who was not there before. */
  assignTurn(segmentId: string, speaker: string | null): void;
  dismiss(unappliedId: string): void;
};

const nothing: readonly SpeakerOp[] = [];

/** The transcript with what is still on its way to the server, and the ways to change it; each can be undone from a toast. */
export function useTranscriptEdits(session: SessionDetail): {
  transcript: Transcript | null;
  edits: TranscriptEdits | null;
} {
  const { t } = useTranslation();
  const queue = useEditQueue(session.id);
  const pending = usePending(queue);
  const transcript = useMemo(
    () => session.transcript && withPending(session.transcript, pending),
    [session.transcript, pending],
  );
  const edits = useMemo((): TranscriptEdits | null => {
    if (!queue || !transcript) return null;
    const nameOf = (key: string, speakers = transcript.speakers) =>
      speakers[key]?.name.trim() || t('transcript.speaker.unnamed', { key });
    const make = (ops: SpeakerOp[], text: string) => {
      const back = inverseOps(transcript, ops);
      queue.add(ops);
      toasts.add({
        kind: 'info',
        text,
        action: { label: t('transcript.speaker.undo'), run: () => queue.add(back) },
      });
    };
    return {
      rename(key, name) {
        if (name === (transcript.speakers[key]?.name ?? '')) return;
        const to = nameOf(key, { [key]: { name } });
        make([{ op: 'speaker', key, name }], t('transcript.speaker.renamed', { from: nameOf(key), to }));
      },
      assignTurn(segmentId, speaker) {
        const index = transcript.segments.findIndex(({ id }) => id === segmentId);
        const segment = transcript.segments[index];
        if (!segment || segment.speaker === speaker) return;
        const key = speaker ?? freeSpeakerKey(transcript.speakers);
        const turn = transcript.segments.slice(...turnAround(transcript.segments, index));
        make(
          [
            ...(speaker === null ? [{ op: 'speaker', key, name: '' } as const] : []),
            ...turn.map(({ id }) => ({ op: 'assign', segment: id, speaker: key }) as const),
          ],
          t('transcript.speaker.assigned', { name: nameOf(key) }),
        );
      },
      dismiss(unapplied) {
        const held = queue.hold([{ op: 'dismiss', unapplied }], timings.undoMs);
        toasts.add({
          kind: 'info',
          text: t('transcript.unapplied.dismissed'),
          action: { label: t('transcript.speaker.undo'), run: held.undo },
        });
      },
    };
  }, [queue, transcript, t]);
  return { transcript, edits };
}

/** What was meant for a segment that a newer answer does not have any more is left out; the queue tells it. */
const withPending = (transcript: Transcript, pending: readonly SpeakerOp[]): Transcript =>
  pending.length === 0 ? transcript : applyFitting(transcript, pending).transcript;

function useEditQueue(id: string): EditQueue | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const patch = usePatchSession(id);
  return useOwned(id, () =>
    createEditQueue({
      current() {
        const known = client.getQueryData<SessionDetail>(sessionDetailKey(id));
        return known?.transcript ? { version: known.transcript.version, edits: known.edits } : null;
      },
      send: (edits) => patch.mutateAsync({ edits }),
      refresh: () => client.invalidateQueries({ queryKey: sessionDetailKey(id) }),
      onFailure(error, kind) {
        const text =
          kind === 'conflict'
            ? t('transcript.edit.conflict')
            : t('transcript.edit.failed', { reason: errorSentence(t, error) });
        toasts.add({ kind: 'error', text });
      },
    }),
  );
}

const emptyState = proxy({ pending: nothing });

function usePending(queue: EditQueue | null): readonly SpeakerOp[] {
  const { pending } = useSnapshot(queue?.state ?? emptyState);
  return pending as readonly SpeakerOp[];
}
