import { agingMs, type Forecast, type QueuedJob, type QueueSnapshot } from '#api/jobs/claim-order.rules.ts';

const importanceOf = (job: QueuedJob, top: number, nowMs: number): number =>
  Math.min(top, job.priority + Math.trunc(Math.max(0, nowMs - job.createdAtMs) / agingMs));

type Person = { running: number; lastTurnMs: number };

/** Returns a negative number if `a` comes before `b`. */
function compareCandidates(
  [a, personA]: readonly [QueuedJob, Person],
  [b, personB]: readonly [QueuedJob, Person],
  top: number,
  nowMs: number,
): number {
  return (
    importanceOf(b, top, nowMs) - importanceOf(a, top, nowMs) ||
    personA.running - personB.running ||
    personA.lastTurnMs - personB.lastTurnMs ||
    a.createdAtMs + a.mediaS * 1000 - (b.createdAtMs + b.mediaS * 1000) ||
    (a.id < b.id ? -1 : 1)
  );
}

/**
 * Reference implementation of `forecastStarts`: simulates the queue, examines all remaining jobs in each step, and
 * returns when the turn of each job comes.
 */
export function forecastByLooking(snapshot: QueueSnapshot): Map<string, Forecast> {
  const { nowMs, slots, topPriority, lastStarts } = snapshot;
  const people = new Map<string, Person>();
  const personOf = (name: string): Person => {
    const known = people.get(name) ?? { running: 0, lastTurnMs: lastStarts.get(name) ?? 0 };
    people.set(name, known);
    return known;
  };
  let isKnown = true;
  let busy: { person: string; endsMs: number }[] = [];
  const begin = (person: string, atMs: number, takesS: number | null) => {
    isKnown &&= takesS !== null;
    personOf(person).running++;
    // A job takes at least 1 ms, so that the simulation advances.
    busy.push({ person, endsMs: atMs + Math.max(1, (takesS ?? 0) * 1000) });
  };
  const endUntil = (atMs: number) => {
    for (const { person } of busy.filter(({ endsMs }) => endsMs <= atMs)) personOf(person).running--;
    busy = busy.filter(({ endsMs }) => endsMs > atMs);
  };
  for (const { person, leftS } of snapshot.running) begin(person, nowMs, leftS);

  const left = new Set(snapshot.queued);
  const forecast = new Map<string, Forecast>();
  for (let atMs = nowMs; left.size > 0;) {
    endUntil(atMs);
    while (busy.length >= slots) {
      atMs = Math.min(...busy.map(({ endsMs }) => endsMs));
      endUntil(atMs);
    }
    let next: QueuedJob | undefined;
    for (const job of left) {
      if (job.runAtMs > atMs) continue;
      if (
        !next ||
        compareCandidates([job, personOf(job.person)], [next, personOf(next.person)], topPriority, atMs) < 0
      )
        next = job;
    }
    if (!next) {
      atMs = Math.min(...[...left].map(({ runAtMs }) => runAtMs));
      continue;
    }
    left.delete(next);
    forecast.set(next.id, {
      before: snapshot.running.length + forecast.size,
      startsInS: isKnown ? (atMs - nowMs) / 1000 : null,
    });
    personOf(next.person).lastTurnMs = atMs;
    begin(next.person, atMs, next.takesS);
  }
  return forecast;
}
