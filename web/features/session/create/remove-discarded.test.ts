import { beforeEach, expect, it, vi } from 'vitest';
import { removeDiscarded } from './remove-discarded.ts';

const server = vi.hoisted(() => ({ detail: {} as object, deleted: [] as string[], isUp: true }));
vi.mock('#web/lib/http.ts', () => ({
  api: {
    v1: {
      sessions: {
        ':id': {
          async $get() {
            if (!server.isUp) throw new Error('No answer.');
            return Response.json(server.detail);
          },
          $delete: async ({ param }: { param: { id: string } }) => void server.deleted.push(param.id),
        },
      },
    },
  },
}));

const empty = { audio: null, transcript: null, notes: { text: '', rev: 0 } };
beforeEach(() => Object.assign(server, { detail: empty, deleted: [], isUp: true }));

it('An empty session goes with its recording', async () => {
  await removeDiscarded({ sessionId: 's1', notes: '' });
  expect(server.deleted).toEqual(['s1']);
});

it.each<[string, object]>([
  ['audio', { audio: { duration: 60, bytes: 480_000, deleted_at: null } }],
  ['a transcript', { transcript: { version: 1 } }],
  ['notes', { notes: { text: 'Wichtig', rev: 1 } }],
])('A session that got %s elsewhere stays', async (_, got) => {
  server.detail = { ...empty, ...got };
  await removeDiscarded({ sessionId: 's1', notes: '' });
  expect(server.deleted).toEqual([]);
});

it('Without a session, with notes, or without a server nothing is deleted', async () => {
  await removeDiscarded({ sessionId: null, notes: '' });
  await removeDiscarded({ sessionId: 's1', notes: 'Wichtig' });
  server.isUp = false;
  await removeDiscarded({ sessionId: 's1', notes: '' });
  expect(server.deleted).toEqual([]);
});
