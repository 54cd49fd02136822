import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { currentLanguage } from '#web/i18n/i18n.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { createSession } from '#web/parts/session/create-session.ts';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import { defaultLanguage, formToDraft } from '#web/parts/session/session-form.rules.ts';
import { hasRecording } from '#web/parts/session/session.rules.ts';
import { sessionDetailKey, sessionListKey } from '#web/parts/session/session.state.ts';
import { wishPairing } from './pair-wish.ts';
import { sessionInPath } from './session-in-path.ts';

type Place = {
  t: TFunction;
  client: QueryClient;
  /** Path of the screen on which the person is. */
  path: string;
  openSession(id: string): Promise<unknown>;
};

/** Pairs the session of the screen if it has no audio, and otherwise a new one. */
export async function pairFromAnywhere({ t, client, path, openSession }: Place): Promise<void> {
  const here = sessionInPath(path);
  const session = here === null ? undefined : client.getQueryData<SessionDetail>(sessionDetailKey(here));
  if (session && !hasRecording(session)) {
    wishPairing({ sessionId: session.id, isNew: false });
    return;
  }
  const draft = formToDraft({
    title: t('create.defaultName'),
    language: defaultLanguage(currentLanguage()),
    participants: null,
    patientId: '',
  });
  try {
    const id = await createWithKey(crypto.randomUUID(), {
      create: (key) => createSession(draft, key),
      // This call is not repeated after a reload, so its idempotency key is not stored.
      storeKey() {},
    });
    wishPairing({ sessionId: id, isNew: true });
    await client.invalidateQueries({ queryKey: sessionListKey, refetchType: 'none' });
    await openSession(id);
  } catch (error) {
    toasts.add({ kind: 'error', text: `${t('create.failed')}. ${errorSentence(t, error)}` });
  }
}
