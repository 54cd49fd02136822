import type { SessionChange, SessionDetail } from '#api/contract/session.ts';

/**
 * Reads the body of an answer whose type allows 304. The browser revalidates its cache with the ETag by itself and
 * returns the cached body with status 200. A 304 would come only to a request with an explicit ETag, and no request has
 * one.
 */
export async function bodyOf<T>(response: { status: 200; json(): Promise<T> } | { status: 304 }): Promise<T> {
  if (response.status === 304) throw new Error('The server answered 304 to a request without an ETag.');
  return response.json();
}

/** True if the answer has only the revisions, as `Prefer: return=minimal` asks (RFC 7240). */
export const isChange = (answer: SessionDetail | SessionChange): answer is SessionChange =>
  'version' in answer;

/**
 * Returns the revisions of an answer. A server may ignore the preference and answer with the whole session (RFC 7240
 * §2).
 */
export const toChange = (answer: SessionDetail | SessionChange): SessionChange =>
  isChange(answer)
    ? answer
    : {
        edits: answer.edits,
        version: answer.transcript?.version ?? 0,
        notes: { rev: answer.notes.rev },
      };
