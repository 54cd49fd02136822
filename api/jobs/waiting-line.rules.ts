import type { Heap } from '#api/lib/heap.ts';
import { agingMs, type QueuedJob, type QueueSnapshot } from './turn.rules.ts';

export type Person = {
  running: number;
  lastTurnMs: number;
  /** By importance: what of theirs may begin, the next one first. */
  waiting: Map<number, Heap<Waiting>>;
};
/** `importance`: as of now; null: not due yet, or begun. */
type Waiting = { job: QueuedJob; person: Person; readyMs: number; importance: number | null };
/** A person's next job of an importance, and what decided on its place. Holds as long as that is still so. */
type Turn = { next: Waiting; importance: number; running: number; lastTurnMs: number };

const compareJobs = (a: Waiting, b: Waiting): number =>
  a.readyMs - b.readyMs || (a.job.id < b.job.id ? -1 : 1);
const compareTurns = (a: Turn, b: Turn): number =>
  a.running - b.running || a.lastTurnMs - b.lastTurnMs || compareJobs(a.next, b.next);

/** How many steps a job has come up by waiting. */
const stepsOf = (job: QueuedJob, nowMs: number): number =>
  Math.trunc(Math.max(0, nowMs - job.createdAtMs) / agingMs);

type HeapOf = <T>(compare: (a: T, b: T) => number) => Heap<T>;

/**
 * Who waits, in the order of `turn.rules.ts`. Each step costs what it changes; entries are not looked for when they have become old, but
 * dropped when they come up.
 */
export function createWaitingLine({ queued, lastTurns, topPriority: top }: QueueSnapshot, heapOf: HeapOf) {
  const people = new Map<string, Person>();
  const personOf = (name: string): Person => {
    const known = people.get(name);
    if (known) return known;
    const person: Person = { running: 0, lastTurnMs: lastTurns.get(name) ?? 0, waiting: new Map() };
    people.set(name, person);
    return person;
  };
  /** By importance, the most important first. */
  let turns: [importance: number, heap: Heap<Turn>][] = [];
  const turnsOf = (importance: number): Heap<Turn> => {
    const known = turns.find(([each]) => each === importance);
    if (known) return known[1];
    const heap = heapOf(compareTurns);
    turns = [...turns, [importance, heap] as [number, Heap<Turn>]].toSorted(([a], [b]) => b - a);
    return heap;
  };
  const nextOf = (person: Person, importance: number): Waiting | undefined => {
    const heap = person.waiting.get(importance);
    while (heap?.first() && heap.first()?.importance !== importance) heap.shift();
    return heap?.first();
  };
  const offer = (person: Person, importance: number): void => {
    const next = nextOf(person, importance);
    const { running, lastTurnMs } = person;
    if (next) turnsOf(importance).push({ next, importance, running, lastTurnMs });
  };
  const isNow = ({ next, importance, running, lastTurnMs }: Turn): boolean =>
    next.person.running === running &&
    next.person.lastTurnMs === lastTurnMs &&
    nextOf(next.person, importance) === next;

  const later = queued.toSorted((a, b) => b.runAtMs - a.runAtMs);
  /** Waiting has made them more important at this time. */
  const rising = heapOf<{ atMs: number; waiting: Waiting }>((a, b) => a.atMs - b.atMs);
  const place = (waiting: Waiting, atMs: number): void => {
    const { job, person, importance: former } = waiting;
    const steps = stepsOf(job, atMs);
    const importance = Math.min(top, job.priority + steps);
    waiting.importance = importance;
    if (importance < top) rising.push({ atMs: job.createdAtMs + (steps + 1) * agingMs, waiting });
    if (importance === former) return;
    const heap = person.waiting.get(importance) ?? heapOf(compareJobs);
    person.waiting.set(importance, heap);
    heap.push(waiting);
    if (nextOf(person, importance) === waiting) offer(person, importance);
    if (former !== null) offer(person, former);
  };

  return {
    personOf,
    nextDueMs: (): number => later.at(-1)?.runAtMs ?? Infinity,
    /** Lets in what is due, and up what has waited long enough. */
    advance(atMs: number): void {
      for (let job = later.at(-1); job && job.runAtMs <= atMs; job = later.at(-1)) {
        later.pop();
        const readyMs = job.createdAtMs + job.mediaS * 1000;
        place({ job, person: personOf(job.person), readyMs, importance: null }, atMs);
      }
      for (let first = rising.first(); first && first.atMs <= atMs; first = rising.first()) {
        rising.shift();
        if (first.waiting.importance !== null) place(first.waiting, atMs);
      }
    },
    /** A person's place among the others has changed. */
    move(person: Person): void {
      for (const importance of person.waiting.keys()) offer(person, importance);
    },
    take(): Waiting | undefined {
      for (const [, heap] of turns) {
        for (let turn = heap.first(); turn; turn = heap.first()) {
          heap.shift();
          if (!isNow(turn)) continue;
          turn.next.importance = null;
          return turn.next;
        }
      }
      return undefined;
    },
  };
}
