import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import { toSentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';

type ServerDraftInput = {
  server: Pick<ServerPort, 'putDraft' | 'isSignedIn'>;
  current(): Pick<RecordingSegment, 'draft' | 'sessionId'>;
  /** Length of the current recording, s. */
  positionS(): number;
  everyMs: number;
};

/** Errors after which the server takes no more drafts of this session. */
const lastCodes = new Set(['session.draft_closed', 'session.not_found']);

/**
 * Sends the draft of the running recording from time to time, so that the session has it if this device never comes back. The whole
 * draft comes with the recording, therefore a failure is not shown.
 */
export function createServerDraft({ server, current, positionS, everyMs }: ServerDraftInput): Disposable {
  const scope = createScope();
  const closed = new Set<string>();
  let sent: RecordingSegment['draft'] = null;
  let isSending = false;

  async function send(): Promise<void> {
    const { draft, sessionId } = current();
    if (isSending || draft === null || draft === sent || sessionId === null) return;
    if (closed.has(sessionId) || !server.isSignedIn()) return;
    const body = toSentDraft({ engine: 'preview', ...draft }, positionS());
    if (!body) return;
    isSending = true;
    try {
      await server.putDraft(sessionId, body, scope.signal);
      sent = draft;
    } catch (error) {
      if (lastCodes.has(problemOf(error).code)) closed.add(sessionId);
    } finally {
      isSending = false;
    }
  }

  scope.interval(() => void send(), everyMs);
  return scope;
}
