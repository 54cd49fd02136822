import type { Heap } from '#api/lib/heap.ts';
import { agingMs, type QueuedJob, type QueueSnapshot } from './claim-order.rules.ts';

export type Person = {
  running: number;
  lastStartMs: number;
  /** The person's due jobs by importance, the next one at the top. */
  waiting: Map<number, Heap<Waiting>>;
};
/** `importance` is null if the job is not due yet or has begun. */
type Waiting = { job: QueuedJob; person: Person; readyMs: number; importance: number | null };

type HeapOf = <T>(compare: (a: T, b: T) => number) => Heap<T>;

const compareJobs = (a: Waiting, b: Waiting): number =>
  a.readyMs - b.readyMs || (a.job.id < b.job.id ? -1 : 1);

/** Returns the steps of importance that the job has gained by waiting. */
const stepsOf = (job: QueuedJob, nowMs: number): number =>
  Math.trunc(Math.max(0, nowMs - job.createdAtMs) / agingMs);

/** Returns the person's next job of an importance; undefined if there is none. Drops jobs whose importance has changed. */
function nextOf(person: Person, importance: number): Waiting | undefined {
  const heap = person.waiting.get(importance);
  while (heap?.first() && heap.first()?.importance !== importance) heap.shift();
  return heap?.first();
}

/**
 * Creates the queue of due jobs in the order of `claim-order.rules.ts`. A change pushes new entries to the heaps.
 * Outdated entries are dropped when they reach the top.
 */
export function createWaitingQueue({ queued, lastStarts, topPriority: top }: QueueSnapshot, heapOf: HeapOf) {
  const people = new Map<string, Person>();
  const personOf = (name: string): Person => {
    const known = people.get(name);
    if (known) return known;
    const person: Person = { running: 0, lastStartMs: lastStarts.get(name) ?? 0, waiting: new Map() };
    people.set(name, person);
    return person;
  };

  const { offer, take } = createCandidates(heapOf);
  /** Jobs that are not due yet, the earliest one last. */
  const later = queued.toSorted((a, b) => b.runAtMs - a.runAtMs);
  /** Jobs that gain importance by waiting, with the time of the next step. */
  const rising = heapOf<{ atMs: number; waiting: Waiting }>((a, b) => a.atMs - b.atMs);

  /** Puts a job among the jobs of its person that have the same importance at this time. */
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
    /** Adds jobs that have become due, and raises jobs that have waited long enough. */
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
    /** Finds the new place of a person. It must be called when `running` or `lastStartMs` of the person has changed. */
    move(person: Person): void {
      for (const importance of person.waiting.keys()) offer(person, importance);
    },
    /** Removes and returns the next job; undefined if none is due. */
    take,
  };
}

/** A person's next job of an importance, with the values that decided its place. It is outdated when one of them changes. */
type Candidate = { next: Waiting; importance: number; running: number; lastStartMs: number };

const compareCandidates = (a: Candidate, b: Candidate): number =>
  a.running - b.running || a.lastStartMs - b.lastStartMs || compareJobs(a.next, b.next);

const isCurrent = ({ next, importance, running, lastStartMs }: Candidate): boolean =>
  next.person.running === running &&
  next.person.lastStartMs === lastStartMs &&
  nextOf(next.person, importance) === next;

/**
 * Creates the collection of the next jobs of all persons, the most important first, and of equal importance in the
 * order of the persons.
 */
function createCandidates(heapOf: HeapOf) {
  /** One heap per importance, the highest first. */
  let heaps: [importance: number, heap: Heap<Candidate>][] = [];
  const heapFor = (importance: number): Heap<Candidate> => {
    const known = heaps.find(([each]) => each === importance);
    if (known) return known[1];
    const heap = heapOf(compareCandidates);
    heaps = [...heaps, [importance, heap] as [number, Heap<Candidate>]].toSorted(([a], [b]) => b - a);
    return heap;
  };
  return {
    offer(person: Person, importance: number): void {
      const next = nextOf(person, importance);
      const { running, lastStartMs } = person;
      if (next) heapFor(importance).push({ next, importance, running, lastStartMs });
    },
    take(): Waiting | undefined {
      for (const [, heap] of heaps) {
        for (let candidate = heap.first(); candidate; candidate = heap.first()) {
          heap.shift();
          if (!isCurrent(candidate)) continue;
          candidate.next.importance = null;
          return candidate.next;
        }
      }
      return undefined;
    },
  };
}
