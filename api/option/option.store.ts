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
import { inOrder, matches, offeredOf, toTag, withNewRoles, withRevs } from './option.rules.ts';
import { shippedOptions, shippedRev } from './shipped-options.ts';

export type OptionStore = ReturnType<typeof createOptionStore>;

/** Processing options of hosts; a host without its own has the shipped ones. */
export function createOptionStore(db: Db, clock: Clock = systemClock) {
  const own = async (host: string, on: Db = db): Promise<ProcessingOption[]> => {
    const rows = await on.selectFrom('processing_option').selectAll().where('host', '=', host).execute();
    return rows.map(rowToOption);
  };
  const all = async (host: string, on: Db = db): Promise<ProcessingOption[]> => {
    const found = await own(host, on);
    return found.length > 0 ? found : shipped();
  };
  const offered = async (host: string, role: string | null, hasModel: boolean): Promise<OfferedOption[]> =>
    offeredOf(await all(host), role, hasModel);

  const domain = async (host: string, on: Db = db): Promise<AdminDomain> => {
    const found = await own(host, on);
    const has = { host, own: found.length > 0, options: inOrder(found.length > 0 ? found : shipped()) };
    return { ...has, etag: toTag(has) };
  };
  const check = async (host: string, ifMatch: string | undefined, on: Db): Promise<void> => {
    if (!matches(ifMatch, (await domain(host, on)).etag)) throw new AppError('domain.changed');
  };

  return {
    /** All options with prompts and roles, unordered. */
    all: (host: string): Promise<ProcessingOption[]> => all(host),

    find: async (host: string, label: string): Promise<ProcessingOption | null> =>
      (await all(host)).find((option) => option.label === label) ?? null,

    /** Options that a role is offered (null: no role), enabled by default first, then by label. */
    offered,

    /** Labels of the options that run after a transcription if nobody has chosen. */
    defaults: async (host: string, role: string | null, hasModel: boolean): Promise<string[]> =>
      (await offered(host, role, hasModel))
        .filter(({ enabled_by_default, engine }) => enabled_by_default && engine !== null)
        .map(({ label }) => label),

    /** Rev by label. A result with another rev is stale. */
    revs: async (host: string): Promise<ReadonlyMap<string, number>> =>
      new Map((await all(host)).map(({ label, rev }) => [label, rev])),

    domain: (host: string): Promise<AdminDomain> => domain(host),

    /** Hosts that somebody has signed in to, or that have options of their own. */
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
     * @throws AppError `domain.changed` if `ifMatch` does not name the present ones, `request.invalid` if a role is added
     */
    async put(host: string, drafts: readonly OptionDraft[], ifMatch?: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await check(host, ifMatch, trx);
        const former = await all(host, trx);
        refuseNewRoles(former, drafts);
        const options = withRevs(former, drafts, Math.floor(clock.now() / 1000));
        await trx.deleteFrom('processing_option').where('host', '=', host).execute();
        await trx
          .insertInto('processing_option')
          .values(options.map((option) => optionToRow(host, option)))
          .execute();
      });
    },

    /** Returns to the shipped options. @throws AppError `domain.changed` if `ifMatch` does not name the present ones */
    async reset(host: string, ifMatch?: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await check(host, ifMatch, trx);
        await trx.deleteFrom('processing_option').where('host', '=', host).execute();
      });
    },
  };
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
