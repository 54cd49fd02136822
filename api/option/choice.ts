import type { OfferedOption } from '#api/contract/option.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import { isFormOff } from './option.rules.ts';
import type { OptionStore } from './option.store.ts';
import type { RoleOf } from '#api/role/role-of.ts';

export type Choice = ReturnType<typeof createChoice>;

type ChoiceDeps = {
  options: Pick<OptionStore, 'offered' | 'existing'>;
  roleOf: RoleOf;
  hasModel: boolean;
};

type Of = Pick<Tenant, 'key' | 'tags'>;

/** Creates the functions that answer which options there are for a person (§10.24). All code asks here. */
export function createChoice({ options, roleOf, hasModel }: ChoiceDeps) {
  /**
   * Returns the options that a person may choose now, by the person's role and the functions of the host: those enabled by
   * default first.
   */
  const offered = async (tenant: Of, userId: string): Promise<OfferedOption[]> => {
    const { inForce } = await roleOf(tenant, userId);
    const all = await options.offered(tenant.key, inForce, hasModel);
    return all.filter(({ form }) => !isFormOff(form, tenant.tags));
  };

  /**
   * Returns all options of a host whose function is on, whoever may choose them. What was chosen before is made from them.
   */
  const existing = async (tenant: Of): Promise<OfferedOption[]> =>
    (await options.existing(tenant.key, hasModel)).filter(({ form }) => !isFormOff(form, tenant.tags));

  /** Refuses labels that belong to a function which the host has switched off. @throws AppError `domain.off` */
  const refuseOff = async (tenant: Of, labels: readonly unknown[]): Promise<void> => {
    const all = await options.existing(tenant.key, hasModel);
    if (all.some(({ label, form }) => labels.includes(label) && isFormOff(form, tenant.tags)))
      throw new AppError('domain.off');
  };

  /** Returns the labels of the options that run after a transcription if nobody has chosen any. */
  const defaults = async (tenant: Of, userId: string): Promise<string[]> =>
    (await offered(tenant, userId))
      .filter(({ enabled_by_default: isDefault, engine }) => isDefault && engine !== null)
      .map(({ label }) => label);

  return {
    offered,
    existing,
    defaults,
    refuseOff,

    /**
     * Returns the labels of the options that follow by themselves on the transcript of a session: those that its `settings`
     * name, or the default ones. `kept` are labels that the session has already; they need not be offered any more. `path`
     * is that of the settings in the body.
     * @throws AppError `domain.off`; `processing.option_unknown`, with the paths of the options that this person is not
     * offered
     */
    async followUps(
      tenant: Of,
      userId: string,
      { settings, path, kept = [] }: { settings: object; path: string; kept?: readonly string[] },
    ): Promise<string[]> {
      const named = namedOptions(settings);
      if (named === null) return defaults(tenant, userId);
      const known = new Set([...kept, ...(await offered(tenant, userId)).map(({ label }) => label)]);
      const errors = named.flatMap((label, index) =>
        typeof label === 'string' && known.has(label)
          ? []
          : [{ path: `${path}.options.${index}`, message: 'This option is not offered.' }],
      );
      if (errors.length > 0) await refuseOff(tenant, named);
      if (errors.length > 0) throw new AppError('processing.option_unknown', { extra: { errors } });
      return [...new Set(named as string[])];
    },
  };
}

/** Returns the options that the settings of a session name; null if nobody has chosen any. */
export const namedOptions = (settings: object): unknown[] | null =>
  'options' in settings && Array.isArray(settings.options) ? (settings.options as unknown[]) : null;
