import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendLeft } from '#web/features/unsent/send-left.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { sendNotes } from './send-notes.ts';
import { notesLocks } from './notes-store.ts';
import { createNotesDesk } from './notes-fixture.ts';
import type { Notes } from './notes.state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Step =
  | { do: 'type' | 'kill' | 'close' | 'poll' | 'keepBoth' | 'takeTheirs' | 'online'; tab: number }
  | { do: 'open' | 'othersWrite' | 'deliver' | 'deliverAndDie' }
  | { do: 'line' | 'answers' | 'space'; isGood: boolean }
  | { do: 'wait'; ms: number };

const tab = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), tab }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 100, 300, 1_100, 6_000, 11_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill' as const), tab }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('close', 'poll', 'keepBoth', 'takeTheirs', 'online'), tab }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('othersWrite', 'deliver', 'deliverAndDie') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('line', 'answers', 'space'), isGood: fc.boolean() }),
  },
);

const wordsOf = (text: string): string[] => text.match(/w\d+/g) ?? [];

const isThere = (word: string, where: string[]) => where.some((text) => wordsOf(text).includes(word));

/** A device, a server, and tabs that open and close. Each typed word is unique. */
function createWorld() {
  const desk = createNotesDesk();
  const { server, device, link, kept } = desk;
  const open: (ReturnType<typeof desk.openTab> & { typedAtMs: number })[] = [];
  /** Words that the device or the server has stored once: they must not be lost any more. */
  const acknowledged = new Set<string>();
  /** Words discarded by choosing the other text. */
  const dropped = new Set<string>();
  let words = 0;

  async function deliver(dies: boolean): Promise<void> {
    const locks = device.createLocks();
    let isDead = false;
    const store = device.createStore(() => isDead);
    const kind = {
      store,
      names: notesLocks,
      deliver: (_: string, one: Parameters<typeof sendNotes>[0], keep: (next: typeof one) => Promise<void>) =>
        sendNotes(one, { send: desk.send, keep }),
    };
    const isPassing = (error: unknown) => error instanceof ApiError && error.status === 0;
    const pass = sendLeft(kind, {
      users: ['u1'],
      locks,
      isPassing,
      withMarked: true,
      isSignedIn: () => true,
      isGone: () => false,
    }).catch(() => {});
    for (let moment = dies ? words % 12 : 0; moment > 0; moment--) await Promise.resolve();
    isDead = dies;
    if (dies) locks.die();
    else await pass;
  }

  async function take(step: Step): Promise<void> {
    const chosen = 'tab' in step ? open[step.tab % Math.max(1, open.length)] : undefined;
    const { draft } = chosen?.state ?? {};
    switch (step.do) {
      case 'open':
        if (open.length < 3) open.push(Object.assign(desk.openTab(), { typedAtMs: 0 }));
        return;
      case 'type':
        if (!chosen) return;
        chosen.write(`${chosen.state.draft.text} w${++words}`);
        chosen.typedAtMs = Date.now();
        return;
      case 'kill':
      case 'close':
        if (!chosen) return;
        open.splice(open.indexOf(chosen), 1);
        return step.do === 'kill' ? chosen.kill() : chosen[Symbol.dispose]();
      case 'poll':
        return link.isUp ? chosen?.meet({ ...server }) : undefined;
      case 'keepBoth':
        return draft?.theirs ? chosen?.keepBoth() : undefined;
      case 'takeTheirs':
        if (!draft?.theirs) return;
        for (const word of wordsOf(draft.text)) if (!isThere(word, [draft.theirs.text])) dropped.add(word);
        return chosen?.takeTheirs();
      case 'online':
        return void chosen?.window.dispatchEvent(new Event('online'));
      case 'othersWrite':
        Object.assign(server, { text: `${server.text} w${++words}`, rev: server.rev + 1 });
        return;
      case 'deliver':
      case 'deliverAndDie':
        return deliver(step.do === 'deliverAndDie');
      case 'line':
        link.isUp = step.isGood;
        return;
      case 'answers':
        link.losesAnswers = !step.isGood;
        return;
      case 'space':
        device.isFull = !step.isGood;
        return;
      case 'wait':
        await vi.advanceTimersByTimeAsync(step.ms);
    }
  }

  function look(): void {
    const places = [server.text, ...kept()];
    for (const word of places.flatMap(wordsOf)) acknowledged.add(word);
    for (const word of acknowledged)
      if (!dropped.has(word)) expect(isThere(word, places), `${word} is nowhere`).toBe(true);
    for (const one of open) lookAtScreen(one, places);
  }

  /** Checks that notes shown as saved or kept really are. */
  function lookAtScreen({ state, typedAtMs }: Notes & { typedAtMs: number }, places: string[]): void {
    const { draft, saving, isStored } = state;
    const mine = wordsOf(draft.text).filter((word) => !dropped.has(word));
    if (saving === 'saved')
      for (const word of mine) expect(isThere(word, [server.text]), `${word} is not saved`).toBe(true);
    // A change is stored on the device after at most 250 ms.
    if (saving !== 'saved' && isStored && Date.now() - typedAtMs > 250)
      for (const word of mine) expect(isThere(word, places), `${word} is not kept`).toBe(true);
  }

  return {
    async run(steps: readonly Step[]): Promise<void> {
      for (const step of steps) {
        await take(step);
        await vi.advanceTimersByTimeAsync(0);
        look();
      }
      // At the end, a newly opened screen shows or sends everything that was kept.
      Object.assign(link, { isUp: true, losesAnswers: false });
      device.isFull = false;
      for (const one of open.splice(0)) one.kill();
      await vi.advanceTimersByTimeAsync(100);
      using last = desk.openTab();
      await vi.advanceTimersByTimeAsync(12_000);
      look();
      const shown = [server.text, last.state.draft.text];
      for (const word of acknowledged)
        if (!dropped.has(word)) expect(isThere(word, shown), `${word} is not shown`).toBe(true);
      last.keepBoth();
      await vi.advanceTimersByTimeAsync(12_000);
      expect(last.state).toMatchObject({ saving: 'saved', draft: { theirs: null } });
      for (const word of acknowledged)
        if (!dropped.has(word)) expect(isThere(word, [server.text]), `${word} did not arrive`).toBe(true);
      expect(kept()).toEqual([]);
    },
  };
}

test('Whatever tabs, network, server and device do, no kept text is lost, and nothing is called kept that is not', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const run = await fc.check(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      vi.clearAllTimers();
      await createWorld().run([{ do: 'open' }, ...steps]);
    }),
    { numRuns: 500 },
  );
  expect(run.failed ? fc.defaultReportMessage(run) : '').toBe('');
  log.mockRestore();
});
