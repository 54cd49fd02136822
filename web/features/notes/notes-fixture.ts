import { ApiError } from '#web/lib/api-error.ts';
import { createTestDevice } from '#web/testing/test-device.ts';
import { notesLocks, type KeptNotes } from './notes-store.ts';
import type { ServerNotes } from './notes.rules.ts';
import { createNotes, type Notes } from './notes.state.ts';

export function createNotesDesk(options: { notes?: ServerNotes; kept?: Omit<KeptNotes, 'tab'>[] } = {}) {
  const server: ServerNotes = { text: 'Kredit', rev: 1, ...options.notes };
  const device = createTestDevice<KeptNotes>(notesLocks);
  for (const [index, kept] of (options.kept ?? []).entries()) {
    const key = { user: 'u1', session: 's1', tab: `gone${index}` };
    device.entries.set(Object.values(key).join(' '), { ...kept, ...key });
  }
  const link = {
    isUp: true,
    losesAnswers: false,
    refusal: null as ApiError | null,
    /** Delays the server's answer until this promise resolves. The notes are saved before that. */
    answering: null as Promise<void> | null,
  };
  const sent: string[] = [];

  async function send({ text, base }: { text: string; base: number }): Promise<ServerNotes> {
    await Promise.resolve();
    if (!link.isUp) throw new ApiError('network.failed', 0);
    if (link.refusal) throw link.refusal;
    sent.push(text);
    if (base === server.rev) Object.assign(server, { text, rev: base + 1 });
    else if (text !== server.text) {
      const have = { ...server };
      const body = { detail: '', code: 'session.notes_conflict', request_id: '1', have } as never;
      throw new ApiError('session.notes_conflict', 409, body);
    }
    await link.answering;
    if (link.losesAnswers) throw new ApiError('network.failed', 0);
    return { ...server };
  }

  function openTab(): Notes & { window: EventTarget; kill(): void } {
    const { outbox, kill } = device.openTab('u1', 's1');
    const window = new EventTarget();
    let isDead = false;
    const notes = createNotes({
      notes: { ...server },
      outbox,
      send: (text) => (isDead ? new Promise(() => {}) : send(text)),
      timings: { keepNotesMs: 250, saveNotesMs: 1_000, againMs: 5_000, lookForLeftMs: 10_000 },
      page: { window, document: new EventTarget() },
    });
    return {
      ...notes,
      window,
      kill() {
        isDead = true;
        kill();
      },
    };
  }
  return {
    server,
    device,
    link,
    sent,
    send,
    openTab,
    kept: (): string[] => [...device.entries.values()].map(({ text }) => text),
  };
}
