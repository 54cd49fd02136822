import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import { type SentDraft, toSentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';

type ServerDraftInput = {
  server: Pick<ServerPort, 'putDraft' | 'isSignedIn'>;
  current(): Pick<RecordingSegment, 'draft' | 'sessionId'>;
  /** Length of the current recording, s. */
  positionS(): number;
  everyMs: number;
};

type ServerDraft = Disposable & {
  /** Takes the draft of the current recording back from the server, and sends no more. Never rejects. */
  withdraw(): Promise<void>;
};

/** Errors after which the server takes no more drafts of this session. */
const lastCodes = new Set(['session.draft_closed', 'session.not_found', 'domain.off']);

/**
 * Sends the text of the running recording's draft from time to time, so that the session has it if this device never comes back.
 * The words are most of a draft. They come with the recording, because an upload on a slow line must not wait for them once a
 * minute. The whole draft comes with the recording, therefore a failure is not shown.
 */
export function createServerDraft({ server, current, positionS, everyMs }: ServerDraftInput): ServerDraft {
  const scope = createScope();
  const closed = new Set<string>();
  let sent: RecordingSegment['draft'] = null;
  let sending: Promise<void> | null = null;
  let isWithdrawn = false;

  async function send(): Promise<void> {
    const { draft, sessionId } = current();
    if (draft === null || draft === sent || sessionId === null) return;
    if (closed.has(sessionId) || !server.isSignedIn()) return;
    const segments = draft.segments.map(({ start, end, text }) => ({ start, end, text }));
    const body = toSentDraft({ engine: 'preview', ...draft, segments }, positionS());
    if (!body) return;
    try {
      await server.putDraft(sessionId, body, scope.signal);
      sent = draft;
    } catch (error) {
      if (lastCodes.has(problemOf(error).code)) closed.add(sessionId);
    }
  }

  scope.interval(() => {
    if (!isWithdrawn) sending ??= send().finally(() => (sending = null));
  }, everyMs);
  return {
    async withdraw() {
      isWithdrawn = true;
      await sending;
      const { draft, sessionId } = current();
      if (draft && sessionId !== null)
        await server.putDraft(sessionId, emptyDraft(draft), scope.signal).catch(() => {});
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** Returns a draft without text, with which the server removes the one that it has. */
export const emptyDraft = ({ model, language }: Pick<SentDraft, 'model' | 'language'>): SentDraft => ({
  engine: 'preview',
  model,
  language,
  segments: [],
});
