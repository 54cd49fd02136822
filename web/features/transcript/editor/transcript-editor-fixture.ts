import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import { createOverlay, EditInvalid } from '#api/shared/transcript-edit/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { EditOutbox, KeptEdits } from './edit-store.ts';
import type { KnownTranscript } from './server-transcript.ts';
import type { TranscriptEditor } from './transcript-editor.ts';
import { createTranscriptEditor } from './transcript-editor.state.ts';

/** For tests: creates a server that applies edits by the contract. `transcript` is the transcript of the engine. */
export function createEditServer(transcript: Transcript) {
  let machine = transcript;
  let ops: EditOp[] = [];
  let overlay = createOverlay(machine);
  const refuse = (code: string, status: number, more: object = {}) =>
    new ApiError(code, status, { detail: '', code, request_id: 'test', ...more } as never);
  const server = {
    /** True if the answer to the next request is lost. */
    losesAnswer: false,
    /** Delays answers until this promise resolves: of accepted edits, and of fetching. */
    answering: null as Promise<void> | null,
    patches: [] as EditsPatch[],
    /** Requests that did not reach the server. */
    missed: [] as EditsPatch[],
    get ops(): readonly EditOp[] {
      return ops;
    },
    known: (): KnownTranscript => ({ edits: ops.length, transcript: overlay.transcript() }),
    /** Applies edits of another tab. */
    othersDid(...more: EditOp[]): void {
      for (const op of more) overlay.apply(op);
      ops = [...ops, ...more];
    },
    /** Replaces the transcript by a new version without edits. */
    writeAnew(next: Transcript): void {
      machine = next;
      ops = [];
      overlay = createOverlay(machine);
    },
    async send(patch: EditsPatch): Promise<{ edits: number }> {
      await Promise.resolve();
      server.patches.push(patch);
      const isVersion = patch.version === machine.version;
      const there = ops.slice(patch.base, patch.base + patch.ops.length);
      if (!isVersion || JSON.stringify(there) !== JSON.stringify(patch.ops)) {
        if (!isVersion || patch.base !== ops.length) {
          const have = {
            version: machine.version,
            edits: ops.length,
            ops: isVersion ? ops.slice(patch.base) : null,
          };
          throw refuse('session.edits_conflict', 409, { have });
        }
        const next = createOverlay(overlay.transcript());
        patch.ops.forEach((op, index) => {
          try {
            next.apply(op);
          } catch (error) {
            if (!(error instanceof EditInvalid)) throw error;
            throw refuse('session.edit_invalid', 400, {
              errors: [{ path: `edits.ops.${index}`, message: '' }],
            });
          }
        });
        server.othersDid(...patch.ops);
      }
      await server.answering;
      if (server.losesAnswer) {
        server.losesAnswer = false;
        throw new ApiError('network.failed', 0);
      }
      return { edits: ops.length };
    },
  };
  return server;
}
export type EditServer = ReturnType<typeof createEditServer>;

/** For tests: creates a device with the entries of closed tabs and the entry of this tab. */
function createTestOutbox(
  left: KeptEdits[] = [],
): EditOutbox & { isFull: boolean; readonly kept: KeptEdits | null } {
  let kept: KeptEdits | null = null;
  return {
    isFull: false,
    get kept() {
      return kept;
    },
    keep(edits) {
      if (this.isFull) return Promise.reject(new Error('The device keeps nothing.'));
      kept = edits && structuredClone(edits);
      return Promise.resolve();
    },
    takeOver: () => Promise.resolve(left.splice(0).map((kept) => ({ kept, accept() {} }))),
    [Symbol.dispose]() {},
  };
}

type TestTab = {
  editor: TranscriptEditor;
  server: EditServer;
  outbox: ReturnType<typeof createTestOutbox>;
  /** The connection of this tab only. */
  connection: { isUp: boolean };
  poll(): void;
  window: EventTarget;
  lost: number[];
};

/** Creates an editor on a test server. By default it has the delays of the product. */
export function createTestTab(
  server: EditServer,
  options: { left?: KeptEdits[]; durationS?: number; waitMs?: number } = {},
): TestTab {
  const listeners = new Set<() => void>();
  const lost: number[] = [];
  const outbox = createTestOutbox(options.left);
  const window = new EventTarget();
  const connection = { isUp: true };
  const { waitMs = 800 } = options;
  let known = server.known();
  let ids = 0;
  const tell = (next: KnownTranscript): void => {
    known = next;
    for (const listener of listeners) listener();
  };
  const editor = createTranscriptEditor(known, {
    known: () => known,
    onKnown(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: async () => {
      await server.answering;
      tell(server.known());
    },
    accept: async (next) => {
      await Promise.resolve();
      tell(next);
    },
    send: async (patch) => {
      if (connection.isUp) return server.send(patch);
      server.missed.push(patch);
      throw new ApiError('network.failed', 0);
    },
    outbox,
    durationS: () => options.durationS ?? 60,
    onLost: (count) => lost.push(count),
    page: { window, document: new EventTarget() },
    timings: {
      keepEditsMs: Math.min(250, waitMs),
      sendEditsMs: waitMs,
      sendEditsAtMostMs: 5_000,
      uploadRetryDelaysMs: [1_000, 3_000, 5_000, 10_000],
      burstPauseMs: 1_000,
      undoMs: 5_000,
      lookForLeftMs: 10_000,
    },
    now: () => performance.now(),
    newId: () => `n${++ids}`,
  });
  return { editor, server, outbox, window, connection, lost, poll: () => tell(server.known()) };
}
