import type { EditOp } from '#api/contract/edits.ts';
import type { SessionList } from '#api/contract/session.ts';
import { sessionListSchema } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf, type UserRow } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';

/** Creates a person with a library that is called through the API. */
export async function testLibrary(options: { db?: Db } = {}) {
  const tested = await testApp(options);
  const { app, db, clock, bearer } = tested;
  const user = await buildUser(db);
  const transcripts = createTranscriptStore(db, clock);
  const call = (path: string, init: { method?: string; json?: unknown; as?: UserRow } = {}) =>
    app.request(`/api/v1/sessions${path}`, {
      method: init.method ?? 'GET',
      headers: { ...bearer(init.as ?? user), 'content-type': 'application/json' },
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
    });
  const list = async (query: Record<string, string | number>, as = user): Promise<SessionList> => {
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const answer = await call(`/?${asked}`, { as });
    return sessionListSchema.parse(await answer.json());
  };
  /** Writes a version of a transcript with these lines (`A: text`). It is complete unless `isPartial` is true. */
  const write = async (sessionId: string, lines: readonly string[], { isPartial = false } = {}) => {
    const version = await transcripts.begin(sessionId, 'test', 'de');
    await transcripts.putSegments(sessionId, version, 0, buildDialogue(lines).segments);
    if (!isPartial) await transcripts.finish(sessionId, version);
    return version;
  };
  return {
    ...tested,
    user,
    transcripts,
    call,
    list,
    write,
    async say(title: string, lines: readonly string[], of = user) {
      const row = await buildSession(db, ownerOf(of), { title, status: 'completed' });
      await write(row.id, lines);
      return row;
    },
    edit: (id: string, base: number, ops: EditOp[], version = 1) =>
      call(`/${id}`, { method: 'PATCH', json: { edits: { base, version, ops } } }),
    titles: async (text: string, more: Record<string, string | number> = {}, as = user): Promise<string[]> =>
      (await list({ text, ...more }, as)).recordings.map(({ title }) => title),
  };
}
