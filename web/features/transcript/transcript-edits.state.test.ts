import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { SpeakerOp } from './transcript-edit.rules.ts';
import { createEditQueue } from './transcript-edits.state.ts';

const rename = (key: string, name: string): SpeakerOp => ({ op: 'speaker', key, name });
const dismiss = (unapplied: string): SpeakerOp => ({ op: 'dismiss', unapplied });

/** A server that keeps changes as the contract says: the base has to be the newest. */
function createServer(version = 1) {
  const kept: EditOp[][] = [];
  const server = {
    version,
    known: { version, edits: 0 },
    kept,
    isReached: true,
    patches: [] as EditsPatch[],
    othersDid: (...ops: EditOp[]) => kept.push(ops),
    async send(patch: EditsPatch) {
      await Promise.resolve();
      server.patches.push(patch);
      if (!server.isReached) throw new ApiError('network.failed', 0);
      if (patch.base !== kept.length || patch.version !== server.version) {
        const ops = patch.version === server.version ? kept.slice(patch.base).flat() : null;
        const body = { detail: '', code: 'session.edits_conflict', request_id: 'r' };
        const have = { version: server.version, edits: kept.length, ops };
        throw new ApiError('session.edits_conflict', 409, { ...body, have });
      }
      kept.push(patch.ops);
      server.known = { version: server.version, edits: kept.length };
    },
  };
  return server;
}

function start(server = createServer()) {
  const failures: string[] = [];
  let refreshes = 0;
  const queue = createEditQueue({
    current: () => server.known,
    send: server.send,
    refresh: async () => {
      refreshes++;
    },
    onFailure: (_, kind) => failures.push(kind),
  });
  const settled = () => vi.waitFor(() => expect(queue.state.pending).toEqual([]));
  return { server, queue, failures, settled, refreshes: () => refreshes };
}

describe('A change', () => {
  it('is shown at once, and no longer kept here when the server has it', async () => {
    const { server, queue, settled } = start();
    queue.add([rename('A', 'Frau Rey')]);
    expect(queue.state.pending).toEqual([rename('A', 'Frau Rey')]);
    await settled();
    expect(server.kept).toEqual([[rename('A', 'Frau Rey')]]);
  });

  it('waits for the one before it and builds on its answer', async () => {
    const { server, queue, settled } = start();
    queue.add([rename('A', 'Frau Rey')]);
    queue.add([rename('B', 'Herr Meier')]);
    await settled();
    expect(server.patches.map(({ base }) => base)).toEqual([0, 1]);
  });

  it('goes on top of what others changed meanwhile', async () => {
    const { server, queue, failures, settled } = start();
    server.othersDid({ op: 'text', segment: 's1', text: 'anders' });
    queue.add([rename('A', 'Frau Rey')]);
    await settled();
    expect(failures).toEqual([]);
    expect(server.kept[1]).toEqual([rename('A', 'Frau Rey')]);
  });

  it('that others made as well is not sent once more; the page fetches theirs', async () => {
    const { server, queue, failures, settled, refreshes } = start();
    server.othersDid(rename('A', 'Frau Rey'));
    queue.add([rename('A', 'Frau Rey')]);
    await settled();
    expect(failures).toEqual([]);
    expect(server.patches).toHaveLength(1);
    expect(refreshes()).toBe(1);
  });

  it('of what others changed otherwise is taken back and told', async () => {
    const { server, queue, failures, settled } = start();
    server.othersDid(rename('A', 'Frau Koch'));
    queue.add([rename('A', 'Frau Rey')]);
    await settled();
    expect(failures).toEqual(['conflict']);
    expect(server.kept).toEqual([[rename('A', 'Frau Koch')]]);
  });

  it('of a version that was replaced is taken back and told', async () => {
    const { server, queue, failures, settled } = start();
    server.version = 2;
    queue.add([rename('A', 'Frau Rey')]);
    await settled();
    expect(failures).toEqual(['conflict']);
  });

  it('without a connection is taken back and told, and the next one is tried', async () => {
    const { server, queue, failures, settled } = start();
    server.isReached = false;
    queue.add([rename('A', 'Frau Rey')]);
    await settled();
    expect(failures).toEqual(['failed']);
    server.isReached = true;
    queue.add([rename('B', 'Herr Meier')]);
    await settled();
    expect(server.kept).toEqual([[rename('B', 'Herr Meier')]]);
  });

  it('of more than fits in one call goes in parts', async () => {
    const { server, queue, settled } = start();
    const count = limits.maxEditsPerPatch + 20;
    queue.add(
      Array.from({ length: count }, (_, index) => ({ op: 'assign', segment: `s${index}`, speaker: 'B' })),
    );
    await settled();
    expect(server.patches.map(({ ops }) => ops.length)).toEqual([limits.maxEditsPerPatch, 20]);
  });
});

describe('A change that cannot be undone later', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is shown at once and sent after a while', async () => {
    const { server, queue } = start();
    queue.hold([dismiss('u1')], 8_000);
    expect(queue.state.pending).toEqual([dismiss('u1')]);
    await vi.advanceTimersByTimeAsync(7_900);
    expect(server.patches).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.kept).toEqual([[dismiss('u1')]]);
    expect(queue.state.pending).toEqual([]);
  });

  it('is never sent when it is taken back before', async () => {
    const { server, queue } = start();
    queue.hold([dismiss('u1')], 8_000).undo();
    expect(queue.state.pending).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.patches).toEqual([]);
  });

  it('does not hold up others, and goes when the screen is left', async () => {
    const { server, queue } = start();
    queue.hold([dismiss('u1')], 8_000);
    queue.add([rename('A', 'Frau Rey')]);
    await vi.advanceTimersByTimeAsync(10);
    expect(server.kept).toEqual([[rename('A', 'Frau Rey')]]);
    queue[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(10);
    expect(server.kept).toEqual([[rename('A', 'Frau Rey')], [dismiss('u1')]]);
  });
});
