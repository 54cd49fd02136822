import { proxy, subscribe, useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  type SaveState,
  type TranscriptEditor,
  useTranscriptEditor,
} from '#web/features/transcript/index.ts';
import { timings } from '#web/lib/time.ts';

const nothingWritten = proxy<{ save: SaveState }>({ save: { kind: 'saved' } });

/** Resolves when all edits are sent or sending them has failed, and after the time-out of a request at the latest. */
function settled({ state }: TranscriptEditor): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      if (state.save.kind !== 'saving') end();
    };
    const timer = setTimeout(end, timings.requestTimeoutMs);
    const stop = subscribe(state, look);
    look();
  });
}

/**
 * Returns whether a document would lack edits, because the server makes documents from what it has. `isUnsent`: edits
 * of the transcript cannot be sent now. `settle` waits for the edits that are being sent.
 */
export function useUnsent(session: SessionDetail): { isUnsent: boolean; settle(): Promise<void> } {
  const editor = useTranscriptEditor(session);
  const { save } = useSnapshot(editor ? (editor.state as { save: SaveState }) : nothingWritten);
  return {
    isUnsent: save.kind === 'offline' || save.kind === 'failed',
    settle: () => (editor ? settled(editor) : Promise.resolve()),
  };
}
