import { randomBytes } from 'node:crypto';
import type { PairingEvent } from '#api/contract/pairing.ts';
import { createLevelLog, mergedLevel, type KeptLevel, type LevelReport } from './level-log.ts';

/** An event as JSON. `id` is null if a reader that disconnects after this event must get everything again. */
export type Message = { id: string | null; json: string };

/** Events and characters of a pairing that are kept for readers who reconnect. Levels are kept apart. */
export const logLimits = { events: 500, chars: 512_000 };

const isLevel = (event: PairingEvent): event is { event: 'report'; report: LevelReport } =>
  event.event === 'report' && event.report.kind === 'level';

/**
 * The last events of a pairing, for readers who take them at their own pace. Ids are `epoch-number`; the epoch is another one after a
 * restart. Levels come several times a second, so only the last minute of them is kept, and a reader gets those in a row as one.
 */
export function createEventLog() {
  const epoch = randomBytes(6).toString('hex');
  const events: { n: number; json: string }[] = [];
  const { levels, ...levelLog } = createLevelLog();
  let last = 0;
  let chars = 0;
  /** Number of the newest event that was dropped from the log. */
  let forgotten = 0;
  let changedAt = 0;
  const idOf = (n: number): string => `${epoch}-${n}`;

  const addEvent = (json: string): void => {
    events.push({ n: last, json });
    chars += json.length;
    while (events.length > logLimits.events || (chars > logLimits.chars && events.length > 1)) {
      const oldest = events.shift()!;
      chars -= oldest.json.length;
      forgotten = oldest.n;
    }
  };
  /**
   * Returns the number of the event with this id. Returns null if another run of the server has made the id, or if the log has dropped
   * events that came after that one.
   */
  const numberOf = (id: string): number | null => {
    const [, own, digits] = /^([\da-f]+)-(\d{1,15})$/.exec(id) ?? [];
    const n = Number(digits);
    return own === epoch && n <= last && n >= forgotten ? n : null;
  };
  const levelMessages = (run: readonly KeptLevel[]): Message[] => {
    const report = mergedLevel(run);
    if (!report) return [];
    const event: PairingEvent = { event: 'report', report };
    return [{ id: idOf(run.at(-1)!.n), json: JSON.stringify(event) }];
  };

  return {
    lastId: () => idOf(last),

    add(event: PairingEvent): void {
      last += 1;
      if (isLevel(event)) levelLog.add({ n: last, report: event.report });
      else addEvent(JSON.stringify(event));
    },

    /** Takes a number for a change of the pairing itself. The change is not stored: a reader who learns of it reads the pairing anew. */
    change(): void {
      changedAt = last += 1;
    },

    /** Returns the levels of the last minute as one report; null without any. */
    level: () => mergedLevel(levels),
    forgetLevels: levelLog.forget,

    /** Returns what came after the event with this id; null if that is not known any more. */
    since(id: string): { messages: Message[]; isChanged: boolean } | null {
      const from = numberOf(id);
      if (from === null) return null;
      const messages: Message[] = [];
      let at = newerThan(levels, from);
      for (const { n, json } of events.slice(newerThan(events, from))) {
        const start = at;
        while (at < levels.length && levels[at]!.n < n) at += 1;
        messages.push(...levelMessages(levels.slice(start, at)), { id: idOf(n), json });
      }
      messages.push(...levelMessages(levels.slice(at)));
      return { messages, isChanged: changedAt > from };
    },
  };
}

/** Returns the index of the first item with a larger number. The search starts at the end, because most readers are nearly there. */
function newerThan(items: readonly { n: number }[], n: number): number {
  let at = items.length;
  while (at > 0 && items[at - 1]!.n > n) at -= 1;
  return at;
}
