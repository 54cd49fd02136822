import type { Person, PutPerson } from '#api/contract/admin-domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { AppError } from '#api/lib/error.ts';
import type { RoleStore } from '#api/role/role.store.ts';
import { namedHost, type KnownHosts } from './known-hosts.ts';
import { foundPeople, peoplePerPage, rowToPerson } from './person.rules.ts';
import {
  hasActiveSuperuser,
  mustBeSuperuser,
  peopleOf,
  personOf,
  savePerson,
  storedOf,
  withSecondFactor,
  type PersonRow,
} from './person.store.ts';

type Deps = { db: Db; known: KnownHosts; roles: Pick<RoleStore, 'list'> };

export type People = ReturnType<typeof createPeople>;

/** Reads and changes the people of hosts (§10.23). */
export function createPeople({ db, known, roles }: Deps) {
  const keyOf = async (trx: Db, admin: Admin, host: string): Promise<string> =>
    namedHost((await known.read(trx)).hosts, admin, host).row.key;

  const toPeople = async (trx: Db, key: string, rows: readonly PersonRow[]): Promise<Person[]> => {
    const ids = rows.map(({ id }) => id);
    const stored = await storedOf(trx, key, ids);
    const secured = await withSecondFactor(trx, key);
    return rows.map((row) =>
      rowToPerson(row, stored.get(row.id) ?? { seconds: 0, bytes: 0 }, secured.has(row.id)),
    );
  };

  return {
    /** Returns a page of the people whose name or e-mail address contains `search`. */
    async list(
      admin: Admin,
      host: string,
      { search = '', page }: { search?: string | undefined; page: number },
    ) {
      const key = await keyOf(db, admin, host);
      const found = foundPeople(await peopleOf(db, key), search);
      const shown = found.slice((page - 1) * peoplePerPage, page * peoplePerPage);
      return { people: await toPeople(db, key, shown), hasMore: found.length > page * peoplePerPage };
    },

    /**
     * Changes what was sent of a person.
     * @throws AppError `person.not_found`, `request.invalid` for a role that the host does not have,
     *   `domain.last_superuser` if the host would lose its last one
     */
    change: (admin: Admin, host: string, id: string, sent: PutPerson): Promise<Person> =>
      db.transaction().execute(async (trx) => {
        await mustBeSuperuser(trx, admin.userId);
        const key = await keyOf(trx, admin, host);
        const person = await personOf(trx, key, id);
        if (!person) throw new AppError('person.not_found');
        if (sent.roles) refuseUnknownRoles(person, sent.roles, await roles.list(key, trx));
        const hadSuperuser = await hasActiveSuperuser(trx, key);
        await savePerson(trx, key, id, {
          ...(sent.roles ? { roles: JSON.stringify([...new Set(sent.roles)]) } : {}),
          ...(sent.is_superuser === undefined ? {} : { is_superuser: sent.is_superuser ? 1 : 0 }),
          ...(sent.locked === undefined ? {} : { locked: sent.locked ? 1 : 0 }),
        });
        if (hadSuperuser && !(await hasActiveSuperuser(trx, key)))
          throw new AppError('domain.last_superuser');
        const changed = await personOf(trx, key, id);
        const [answer] = await toPeople(trx, key, [changed!]);
        return answer!;
      }),
  };
}

/** A role that the person has already may stay, although the host has removed it. It counts again if it comes back. */
function refuseUnknownRoles(
  person: PersonRow,
  sent: readonly string[],
  roles: readonly { id: string }[],
): void {
  const known = new Set([...roles.map(({ id }) => id), ...(JSON.parse(person.roles) as string[])]);
  const errors = sent.flatMap((role, index) =>
    known.has(role) ? [] : [{ path: `roles.${index}`, message: 'The host has no such role.' }],
  );
  if (errors.length > 0) throw new AppError('request.invalid', { extra: { errors } });
}
