import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { limitSize } from './edit-size.rules.ts';
import { createTranscriptStore } from './transcript.store.ts';

async function withTranscript() {
  const { app, db, bearer, clock } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user));
  const store = createTranscriptStore(db, clock);
  const version = await store.begin(id, 'test', 'de');
  await store.putSegments(id, version, 0, buildDialogue(['A: Guten Tag.', 'A: Wir fangen an.']).segments);
  await store.finish(id, version);
  const call = (method: string, body?: object, headers: Record<string, string> = {}) =>
    app.request(`/api/v1/sessions/${id}`, {
      method,
      headers: { ...bearer(user), 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const detail = async () => (await (await call('GET')).json()) as SessionDetail;
  let base = 0;
  const edit = async (ops: EditOp[]): Promise<string> => {
    const answer = await call('PATCH', { edits: { base, version, ops } }, { prefer: 'return=minimal' });
    const body = (await answer.json()) as { edits?: number; code?: string };
    base = body.edits ?? base;
    return body.code ?? 'kept';
  };
  return { call, detail, edit };
}

const inserts = (from: number, count: number, text: string): EditOp[] =>
  Array.from({ length: count }, (_, index) => ({
    op: 'insert',
    id: `i${from + index}`,
    after: 's1',
    speaker: 'A',
    start: 1,
    end: 1,
    text,
  }));

describe('a transcript that grows', () => {
  it('has no words beyond what can have been said: an answer is not many times what was sent', async () => {
    const { call, edit } = await withTranscript();
    expect(await edit(inserts(0, 500, 'w '.repeat(1_900)))).toBe('kept');
    const sent = 500 * 3_800;
    expect((await (await call('GET')).arrayBuffer()).byteLength).toBeLessThan(1.2 * sent);
  });

  it('is full at a sum of characters; nothing of that change is kept, and it may shrink', async () => {
    const { edit, detail } = await withTranscript();
    const text = 'w '.repeat(1_950);
    expect(await edit(inserts(0, 500, text))).toBe('kept');
    expect(await edit(inserts(500, 500, text))).toBe('session.edits_full');
    expect((await detail()).transcript!.segments).toHaveLength(502);
    expect(await edit([{ op: 'text', segment: 'i0', text: 'kurz' }])).toBe('kept');
    expect((await detail()).edits).toBe(501);
  });

  it('is full at a sum of words, of short texts too', async () => {
    const { edit } = await withTranscript();
    const text = 'w '.repeat(390);
    expect(await edit(inserts(0, 250, text))).toBe('kept');
    expect(await edit(inserts(250, 10, text))).toBe('session.edits_full');
  });
});

describe('the most that a transcript holds', () => {
  const size = { segments: 10, characters: 10, words: 10 };
  const kept = { count: 1, characters: 1 };
  it.each([
    [{ ...size, segments: limits.maxSegments + 1 }, kept],
    [{ ...size, characters: limits.maxTranscriptCharacters + 1 }, kept],
    [{ ...size, words: limits.maxTranscriptWords + 1 }, kept],
    [size, { ...kept, count: limits.maxEdits + 1 }],
    [size, { ...kept, characters: limits.maxEditCharacters + 1 }],
  ])('is a sum: %j, edits %j', (after, edits) => {
    expect(() => limitSize(size, after, edits)).toThrow(
      expect.objectContaining({ code: 'session.edits_full' }),
    );
  });

  it('lets one that is larger already shrink', () => {
    const before = { ...size, words: limits.maxTranscriptWords + 10 };
    const after = { ...before, words: limits.maxTranscriptWords + 9 };
    expect(() => limitSize(before, after, kept)).not.toThrow();
  });
});
