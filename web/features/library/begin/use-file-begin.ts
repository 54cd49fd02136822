import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canRetry, handOverFile, refusalOf, type UploadProblem } from '#web/features/upload/index.ts';
import { currentLanguage } from '#web/i18n/i18n.ts';
import { isAbort, problemOf } from '#web/lib/api-error.ts';
import { createSession } from '#web/parts/session/create-session.ts';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import { titleOfFile } from '#web/parts/session/file-title.rules.ts';
import { defaultLanguage, formToDraft } from '#web/parts/session/session-form.rules.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';
import { probeFile } from '#workers/media/media.client.ts';

/** A file, with the idempotency key of the session that is created for it. */
type Begun = { file: File; key: string };

export type FileBegin = {
  /** The file for which a session is being created; null if none is. */
  opening: File | null;
  /** Why the chosen file was refused, or why no session could be created for `file`. */
  failure: { problem: UploadProblem; file: File | null } | null;
  /** `hasFolder`: a folder is among what was chosen. */
  choose(files: readonly File[], hasFolder?: boolean): void;
  retry(): void;
  /** Forgets the failure and its file. */
  clear(): void;
};

/**
 * Begins a session with a file that was dropped on the library or chosen there. The file is looked at first, so that one
 * without sound creates nothing. The screen of the session goes on with it.
 */
export function useFileBegin(): FileBegin {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [opening, setOpening] = useState<File | null>(null);
  const [failure, setFailure] = useState<FileBegin['failure']>(null);
  const failed = useRef<Begun | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function begin(begun: Begun, signal: AbortSignal): Promise<void> {
    const { file } = begun;
    await lookAt(file, signal);
    const draft = formToDraft({
      title: titleOfFile(file.name) || t('create.defaultName'),
      language: defaultLanguage(currentLanguage()),
      participants: null,
      patientId: '',
    });
    const id = await createWithKey(begun.key, {
      create: (key) => createSession(draft, key, signal),
      storeKey(key) {
        begun.key = key;
      },
    });
    signal.throwIfAborted();
    handOverFile(id, file);
    await client.invalidateQueries({ queryKey: sessionListKey, refetchType: 'none' });
    await navigate({ to: '/library/$id', params: { id }, search: { mode: 'upload' } });
  }

  async function run(begun: Begun): Promise<void> {
    const { signal } = (work.current = new AbortController());
    failed.current = null;
    setFailure(null);
    setOpening(begun.file);
    try {
      await begin(begun, signal);
    } catch (error) {
      if (isAbort(error)) return;
      const problem = problemOf(error);
      const isOfFile = !canRetry(problem);
      if (!isOfFile) failed.current = begun;
      setFailure({ problem, file: isOfFile ? null : begun.file });
    } finally {
      work.current = null;
      setOpening(null);
    }
  }

  return {
    opening,
    failure,
    choose(files, hasFolder = false) {
      if (work.current) return;
      const [file] = files;
      const code = refusalOf(files, hasFolder);
      if (code || !file) {
        failed.current = null;
        setFailure({ problem: { code: code ?? 'upload.selection_none', requestId: null }, file: null });
      } else void run({ file, key: crypto.randomUUID() });
    },
    retry() {
      if (failed.current && !work.current) void run(failed.current);
    },
    clear() {
      failed.current = null;
      setFailure(null);
    },
  };
}

/** Rejects if no other try can make this file usable. All other problems are told by the screen of the session. */
async function lookAt(file: File, signal: AbortSignal): Promise<void> {
  try {
    await probeFile(file, { signal });
  } catch (error) {
    if (isAbort(error) || !canRetry(problemOf(error))) throw error;
  }
}
