import { createHeap } from '#api/lib/heap.ts';
import type { Forecast, QueueSnapshot } from './claim-order.rules.ts';
import { createWaitingQueue, type Person } from './waiting-queue.rules.ts';

/**
 * Simulates the queue until every job has begun, and returns when each one starts, by its id. The start or end of a job
 * changes only the place of its own person in the order, so a step does not visit all jobs.
 * @param onCompare is called for each comparison, so that a test can count them
 */
export function forecastStarts(snapshot: QueueSnapshot, onCompare?: () => void): Map<string, Forecast> {
  const { nowMs, slots, running } = snapshot;
  const heapOf = <T>(compare: (a: T, b: T) => number) => {
    if (!onCompare) return createHeap(compare);
    return createHeap<T>((a, b) => {
      onCompare();
      return compare(a, b);
    });
  };
  const queue = createWaitingQueue(snapshot, heapOf);
  /** Running jobs, the earliest end at the top. */
  const busy = heapOf<{ person: Person; endsMs: number }>((a, b) => a.endsMs - b.endsMs);
  /** False once a job has begun whose end cannot be estimated. */
  let isKnown = true;
  const begin = (person: Person, atMs: number, takesS: number | null) => {
    isKnown &&= takesS !== null;
    person.running++;
    // A job takes at least 1 ms, so that the simulated time advances.
    busy.push({ person, endsMs: atMs + Math.max(1, (takesS ?? 0) * 1000) });
  };
  const endUntil = (atMs: number) => {
    for (let first = busy.first(); first && first.endsMs <= atMs; first = busy.first()) {
      busy.shift();
      first.person.running--;
      queue.move(first.person);
    }
  };
  for (const { person, leftS } of running) begin(queue.personOf(person), nowMs, leftS);

  const forecast = new Map<string, Forecast>();
  let atMs = nowMs;
  for (let left = snapshot.queued.length; left > 0;) {
    endUntil(atMs);
    while (busy.size() >= slots) {
      atMs = busy.first()?.endsMs ?? atMs;
      endUntil(atMs);
    }
    queue.advance(atMs);
    const next = queue.take();
    if (!next) {
      atMs = queue.nextDueMs();
      continue;
    }
    left--;
    const { job, person } = next;
    const startsInS = isKnown ? (atMs - nowMs) / 1000 : null;
    forecast.set(job.id, { before: running.length + forecast.size, startsInS });
    person.lastStartMs = atMs;
    begin(person, atMs, job.takesS);
    queue.move(person);
  }
  return forecast;
}
