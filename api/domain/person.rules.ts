import type { Person } from '#api/contract/admin-domain.ts';
import { isoTime } from '#api/lib/clock.ts';
import { isVerified } from '#api/user/user.rules.ts';
import type { PersonRow, Stored } from './person.store.ts';

export const peoplePerPage = 50;

const nameOf = ({ first_name: first, last_name: last, username }: PersonRow): string =>
  `${first} ${last}`.trim() || username;

// In upper case first, so that ß is found as SS.
const fold = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase();

const collator = new Intl.Collator('de');

/** Returns the people whose name or e-mail address contains a text, whatever its case, sorted by name. */
export function foundPeople(rows: readonly PersonRow[], search: string): PersonRow[] {
  const wanted = fold(search.trim());
  return rows
    .map((row) => ({ row, name: nameOf(row) }))
    .filter(({ row, name }) => fold(name).includes(wanted) || fold(row.email).includes(wanted))
    .toSorted((a, b) => collator.compare(a.name, b.name) || (a.row.id < b.row.id ? -1 : 1))
    .map(({ row }) => row);
}

export const rowToPerson = (
  row: PersonRow,
  { seconds, bytes }: Stored,
  hasSecondFactor: boolean,
): Person => ({
  id: row.id,
  name: nameOf(row),
  email: row.email,
  roles: JSON.parse(row.roles) as string[],
  claim_roles: JSON.parse(row.claim_roles) as string[],
  is_superuser: row.is_superuser === 1,
  is_verified: isVerified(row),
  locked: row.locked === 1,
  second_factor: hasSecondFactor,
  seen_at: row.seen_at === null ? null : isoTime(row.seen_at),
  // Two decimals are half a minute.
  hours: Math.round(seconds / 36) / 100,
  bytes,
});
