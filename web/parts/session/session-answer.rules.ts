import type { SessionChange, SessionDetail } from '#api/contract/session.ts';

/**
 * The body of an answer that may be 304. The browser asks with the ETag of its cache by itself, and hands the cached body on as
 * 200; a 304 would come only to a request that names an ETag, and none does.
 */
export async function bodyOf<T>(response: { status: 200; json(): Promise<T> } | { status: 304 }): Promise<T> {
  if (response.status === 304) throw new Error('The server answered 304 to a request without an ETag.');
  return response.json();
}

/** Whether the server answered with the revisions only, as `Prefer: return=minimal` asks (RFC 7240). */
export const isChange = (answer: SessionDetail | SessionChange): answer is SessionChange =>
  'version' in answer;

/** The revisions alone; a server may answer with the whole session all the same (RFC 7240 §2). */
export const toChange = (answer: SessionDetail | SessionChange): SessionChange =>
  isChange(answer)
    ? answer
    : {
        edits: answer.edits,
        version: answer.transcript?.version ?? 0,
        notes: { rev: answer.notes.rev },
      };
