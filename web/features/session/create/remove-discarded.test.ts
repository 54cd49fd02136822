import { beforeEach, expect, it, vi } from 'vitest';
import { removeDiscarded, removeUnused } from './remove-discarded.ts';

const server = vi.hoisted(() => ({
  detail: {} as object,
  uploads: [] as { session_id: string }[],
  deleted: [] as string[],
  isUp: true,
}));
vi.mock('#web/lib/http.ts', () => ({
  api: {
    v1: {
      uploads: { $get: async () => Response.json({ uploads: server.uploads }) },
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

const empty = { title: 'Neue Sitzung', audio: null, transcript: null, notes: { text: '', rev: 0 } };
beforeEach(() => Object.assign(server, { detail: empty, uploads: [], deleted: [], isUp: true }));

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

const unused = { id: 's1', title: 'Neue Sitzung', notes: '' };

it('A session that was made for a phone goes if it is empty', async () => {
  server.uploads = [{ session_id: 's2' }];
  expect(await removeUnused(unused)).toBe(true);
  expect(server.deleted).toEqual(['s1']);
});

it.each<[string, () => void]>([
  ['is being sent a recording', () => void (server.uploads = [{ session_id: 's1' }])],
  ['has got another name', () => void (server.detail = { ...empty, title: 'Gemeinderat' })],
  ['has got audio', () => void (server.detail = { ...empty, audio: { duration: 60 } })],
  ['cannot be asked about', () => void (server.isUp = false)],
])('A session that was made for a phone stays if it %s', async (_, happen) => {
  happen();
  expect(await removeUnused(unused)).toBe(false);
  expect(server.deleted).toEqual([]);
});

it('A session that was made for a phone stays with its notes', async () => {
  expect(await removeUnused({ ...unused, notes: 'Wichtig' })).toBe(false);
  expect(server.deleted).toEqual([]);
});
