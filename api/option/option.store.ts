import type { Insertable, Selectable } from 'kysely';
import type {
  OfferedOption,
  OptionDraft,
  OptionForm,
  ProcessingOption,
  TextLanguage,
} from '#api/contract/option.ts';
import type { Db } from '#api/db/open.ts';
import type { ProcessingOptionTable } from '#api/db/schema.ts';
import { systemClock, type Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { existingOf, inOrder, offeredOf, withRevs, withUnknownRoles } from './option.rules.ts';
import { shippedOptions, shippedRev } from './shipped-options.ts';

export type OptionStore = ReturnType<typeof createOptionStore>;

/** Stores the processing options of hosts. A host without its own options has the shipped ones. */
export function createOptionStore(db: Db, clock: Clock = systemClock) {
  const within = <T>(outer: Db | undefined, work: (trx: Db) => Promise<T>): Promise<T> =>
    outer ? work(outer) : db.transaction().execute(work);

  return {
    find: async (host: string, label: string): Promise<ProcessingOption | null> =>
      (await optionsOf(db, host)).find((option) => option.label === label) ?? null,

    /**
     * Returns the options that a person with this role is offered: those enabled by default first, then by label.
     * `role` is null for a person without a role.
     */
    offered: async (host: string, role: string | null, hasModel: boolean): Promise<OfferedOption[]> =>
      offeredOf(await optionsOf(db, host), role, hasModel),

    /** Returns all options of a host in the same form and order, whoever is offered them. */
    existing: async (host: string, hasModel: boolean): Promise<OfferedOption[]> =>
      existingOf(await optionsOf(db, host), hasModel),

    /** Returns the rev of each option by its label. A result that was made with another rev is stale. */
    revs: async (host: string): Promise<ReadonlyMap<string, number>> =>
      new Map((await optionsOf(db, host)).map(({ label, rev }) => [label, rev])),

    /**
     * Returns the options of a host as superusers see them. `own` is true if they are its own. This and the changes below
     * may be a part of a transaction, whose connection is `trx`.
     */
    async domain(host: string, trx: Db = db): Promise<{ own: boolean; options: ProcessingOption[] }> {
      const own = await ownOptionsOf(trx, host);
      return { own: own.length > 0, options: inOrder(own.length > 0 ? own : shipped()) };
    },

    /**
     * Replaces all options of a host.
     * @throws AppError `request.invalid` if an option gets a role that the host does not have
     */
    put: (host: string, drafts: readonly OptionDraft[], outer?: Db): Promise<void> =>
      within(outer, async (trx) => {
        const former = await optionsOf(trx, host);
        refuseUnknownRoles(former, drafts, await roleIdsOf(trx, host));
        const options = withRevs(former, drafts, Math.floor(clock.now() / 1000));
        await trx.deleteFrom('processing_option').where('host', '=', host).execute();
        await trx
          .insertInto('processing_option')
          .values(options.map((option) => optionToRow(host, option)))
          .execute();
      }),

    /** Returns a host to the shipped options. */
    async reset(host: string, trx: Db = db): Promise<void> {
      await trx.deleteFrom('processing_option').where('host', '=', host).execute();
    },
  };
}

async function ownOptionsOf(db: Db, host: string): Promise<ProcessingOption[]> {
  const rows = await db.selectFrom('processing_option').selectAll().where('host', '=', host).execute();
  return rows.map(rowToOption);
}

/** Returns all options of a host with prompts and roles, unordered. */
async function optionsOf(db: Db, host: string): Promise<ProcessingOption[]> {
  const own = await ownOptionsOf(db, host);
  return own.length > 0 ? own : shipped();
}

async function roleIdsOf(db: Db, host: string): Promise<string[]> {
  const rows = await db.selectFrom('domain_role').select('id').where('host', '=', host).execute();
  return rows.map(({ id }) => id);
}

function refuseUnknownRoles(
  former: readonly ProcessingOption[],
  drafts: readonly OptionDraft[],
  roles: readonly string[],
): void {
  const errors = withUnknownRoles(former, drafts, roles).map((index) => ({
    path: `options.${index}.roles`,
    message: 'The host has no such role.',
  }));
  if (errors.length > 0) throw new AppError('request.invalid', { extra: { errors } });
}

const shipped = (): ProcessingOption[] => shippedOptions.map((option) => ({ ...option, rev: shippedRev }));

const rowToOption = (row: Selectable<ProcessingOptionTable>): ProcessingOption => ({
  label: row.label,
  names: JSON.parse(row.names) as ProcessingOption['names'],
  enabled_by_default: row.enabled_by_default === 1,
  form: row.form as OptionForm,
  target: row.target as TextLanguage | null,
  prompt: row.prompt,
  roles: JSON.parse(row.roles) as string[],
  rev: row.rev,
});

const optionToRow = (host: string, option: ProcessingOption): Insertable<ProcessingOptionTable> => ({
  host,
  label: option.label,
  rev: option.rev,
  names: JSON.stringify(option.names),
  enabled_by_default: option.enabled_by_default ? 1 : 0,
  form: option.form,
  target: option.target,
  prompt: option.prompt,
  roles: JSON.stringify(option.roles),
});
