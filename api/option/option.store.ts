import type { Insertable, Selectable } from 'kysely';
import type {
  AdminDomain,
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
import { existingOf, inOrder, matches, offeredOf, toTag, withNewRoles, withRevs } from './option.rules.ts';
import { shippedOptions, shippedRev } from './shipped-options.ts';

export type OptionStore = ReturnType<typeof createOptionStore>;

/** Stores the processing options of hosts. A host without its own options has the shipped ones. */
export function createOptionStore(db: Db, clock: Clock = systemClock) {
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

    /** Returns the form of each option by its label. */
    forms: async (host: string): Promise<ReadonlyMap<string, OptionForm>> =>
      new Map((await optionsOf(db, host)).map(({ label, form }) => [label, form])),

    domain: (host: string): Promise<AdminDomain> => domainOf(db, host),

    /** Returns the hosts that somebody has signed in to, or that have options of their own. */
    async hosts(): Promise<string[]> {
      const rows = await db
        .selectFrom('user')
        .select('host')
        .union(db.selectFrom('processing_option').select('host'))
        .orderBy('host')
        .execute();
      return rows.map(({ host }) => host);
    },

    /**
     * Replaces all options of a host.
     * @throws AppError `domain.changed` if `ifMatch` does not name the current options, `request.invalid` if a role is added
     */
    async put(host: string, drafts: readonly OptionDraft[], ifMatch?: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await refuseIfChanged(trx, host, ifMatch);
        const former = await optionsOf(trx, host);
        refuseNewRoles(former, drafts);
        const options = withRevs(former, drafts, Math.floor(clock.now() / 1000));
        await trx.deleteFrom('processing_option').where('host', '=', host).execute();
        await trx
          .insertInto('processing_option')
          .values(options.map((option) => optionToRow(host, option)))
          .execute();
      });
    },

    /**
     * Returns a host to the shipped options.
     * @throws AppError `domain.changed` if `ifMatch` does not name the current options
     */
    async reset(host: string, ifMatch?: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await refuseIfChanged(trx, host, ifMatch);
        await trx.deleteFrom('processing_option').where('host', '=', host).execute();
      });
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

async function domainOf(db: Db, host: string): Promise<AdminDomain> {
  const own = await ownOptionsOf(db, host);
  const domain = { host, own: own.length > 0, options: inOrder(own.length > 0 ? own : shipped()) };
  return { ...domain, etag: toTag(domain) };
}

async function refuseIfChanged(trx: Db, host: string, ifMatch: string | undefined): Promise<void> {
  if (!matches(ifMatch, (await domainOf(trx, host)).etag)) throw new AppError('domain.changed');
}

function refuseNewRoles(former: readonly ProcessingOption[], drafts: readonly OptionDraft[]): void {
  const errors = withNewRoles(former, drafts).map((index) => ({
    path: `options.${index}.roles`,
    message: 'There are no roles yet. None can be added.',
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
