import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { userState } from '#web/features/user/index.ts';
import {
  assignIncoming,
  clearIncoming,
  incomingState,
  readIncoming,
} from '#web/parts/incoming/incoming-files.ts';
import {
  incomingProblem,
  type IncomingProblem,
  toIncomingProblem,
} from '#web/parts/incoming/incoming.rules.ts';
import { titleOfFile } from '#web/parts/session/file-title.rules.ts';

/** Gives the file to the upload of a session. */
export type GiveFile = (sessionId: string) => Promise<void>;

export type IncomingFileState = {
  /** The file that waits for this session; null if there is none. */
  file: File | null;
  problem: IncomingProblem | null;
  remove(): void;
  give: GiveFile;
};

/** Returns the file that another app has shared, or that was opened with the app. `onTitle` gets the name for its session. */
export function useIncomingFile(onTitle: (title: string) => void): IncomingFileState {
  const { start, problem: told } = useSearch({ strict: false });
  const personId = useSnapshot(userState).user?.id;
  const { arrivals } = useSnapshot(incomingState);
  const [found, setFound] = useState<Pick<IncomingFileState, 'file' | 'problem'>>({
    file: null,
    problem: null,
  });
  const name = useEffectEvent(onTitle);
  useEffect(() => {
    if (start !== 'file' || personId === undefined) return;
    const controller = new AbortController();
    const look = async () => {
      const next = await read(personId, toIncomingProblem(told));
      if (controller.signal.aborted) return;
      setFound(next);
      const title = next.file && titleOfFile(next.file.name);
      if (title) name(title);
    };
    void look();
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- `arrivals` tells that there is another file to read
  }, [start, told, personId, arrivals]);
  return {
    ...found,
    remove() {
      setFound({ file: null, problem: null });
      void clearIncoming();
    },
    async give(sessionId) {
      if (personId !== undefined) await assignIncoming(personId, sessionId).catch(() => undefined);
    },
  };
}

/** Files that cannot begin a session are told, and removed. */
async function read(personId: string, told: IncomingProblem | null) {
  if (told) return { file: null, problem: told };
  const files = await readIncoming(personId).catch(() => null);
  if (!files) return { file: null, problem: 'not_stored' as const };
  const [file = null] = files;
  // Nothing waits any more if the page was reloaded after the file was taken or left out.
  const problem = file && incomingProblem(files);
  if (problem) await clearIncoming();
  return { file: problem ? null : file, problem };
}
