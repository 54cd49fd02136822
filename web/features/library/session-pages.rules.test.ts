import { array, assert, integer, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { SessionItem, SessionList } from '#api/contract/session.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { mergePage, nextPage, pagesToRefresh, type SessionRows, withoutRows } from './session-pages.rules.ts';

/** Number 0 is the oldest session. */
const item = (number: number, change: Partial<SessionItem> = {}): SessionItem =>
  sessionFixture({ id: `n${number}`, date: new Date(number * 60_000).toISOString(), ...change });

function serverOf(numbers: readonly number[]) {
  const rows = numbers.toSorted((a, b) => b - a).map((number) => item(number));
  return (page: number): SessionList => ({
    recordings: rows.slice((page - 1) * limits.listPageSize, page * limits.listPageSize),
    hasMore: rows.length > page * limits.listPageSize,
  });
}
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const ids = (rows: SessionRows | undefined) => rows?.items.map(({ id }) => id);
const allOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a).map((number) => `n${number}`);

/** Loads pages to the end. */
function readOn(server: (page: number) => SessionList, from?: SessionRows): SessionRows {
  let rows = from ?? mergePage(undefined, 1, server(1));
  for (let page = nextPage(rows), asked = 0; page !== null; page = nextPage(rows), asked += 1) {
    if (asked > 100) throw new Error('The end is never reached.');
    rows = mergePage(rows, page, server(page));
  }
  return rows;
}

test('Pages follow one another to the end', () => {
  expect(ids(readOn(serverOf(upTo(25))))).toEqual(allOf(upTo(25)));
  expect(nextPage(mergePage(undefined, 1, serverOf([])(1)))).toBeNull();
});

test('What was deleted here meanwhile leaves no row out of the next page', () => {
  const rows = mergePage(undefined, 1, serverOf(upTo(25))(1));
  const rest = upTo(25).filter((number) => ![24, 20, 17].includes(number));
  const held = withoutRows(rows, new Set(['n24', 'n20', 'n17']));
  expect(ids(readOn(serverOf(rest), held))).toEqual(allOf(rest));
});

test('Sessions that arrive while paging are neither lost nor doubled', () => {
  assert(
    property(
      integer({ min: 0, max: 40 }),
      array(integer({ min: 0, max: 3 }), { maxLength: 6 }),
      (count, arrivals) => {
        let total = count;
        let rows = mergePage(undefined, 1, serverOf(upTo(total))(1));
        for (const more of arrivals) {
          total += more;
          const page = nextPage(rows);
          if (page !== null) rows = mergePage(rows, page, serverOf(upTo(total))(page));
        }
        rows = readOn(serverOf(upTo(total)), mergePage(rows, 1, serverOf(upTo(total))(1)));
        // More than a page of new sessions starts the list anew; it must still be complete.
        expect(ids(rows)).toEqual(allOf(upTo(total)));
      },
    ),
  );
});

test('After any change elsewhere, asking for every page again gives what the server has', () => {
  assert(
    property(
      uniqueArray(integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 45 }),
      uniqueArray(integer({ min: 0, max: 70 }), { maxLength: 45 }),
      (before, now) => {
        const server = serverOf(now);
        let rows = readOn(serverOf(before));
        for (let page = 1; page <= rows.lastPage; page += 1) rows = mergePage(rows, page, server(page));
        const held = ids(readOn(server, rows));
        expect(new Set(held).size).toBe(held?.length);
        for (const id of allOf(now)) expect(held).toContain(id);
      },
    ),
  );
});

test('A page that does not touch what is held is not taken, and a first one like that begins anew', () => {
  const held = readOn(serverOf(upTo(20)));
  const fresh = upTo(20).map((number) => number + 100);
  const first = mergePage(held, 1, serverOf([...upTo(20), ...fresh])(1));
  expect(ids(first)).toEqual(allOf(fresh.slice(10)));
  expect(nextPage(first)).toBe(2);
  const aside = mergePage(held, 2, serverOf([...upTo(20), ...fresh])(2));
  expect(ids(aside)).toEqual(ids(held));
});

test('A refresh asks for the first page, for what is in view and for what moves, and for no more', () => {
  const rows = upTo(2_000).map((number) =>
    item(2_000 - number, { status: number === 1_234 ? 'transcribing' : 'completed' }),
  );
  expect(pagesToRefresh(rows, null)).toEqual([1, 124]);
  expect(pagesToRefresh(rows, [rows[505]!.id, rows[513]!.id])).toEqual([1, 51, 52, 124]);
  const busy = rows.map((row) => ({ ...row, status: 'pending' as const }));
  expect(pagesToRefresh(busy, [rows[505]!.id, rows[513]!.id])).toHaveLength(6);
  expect(pagesToRefresh(busy, [rows[505]!.id, rows[513]!.id])).toContain(52);
});
