import type { Owner } from '#api/db/owner.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import { isFormOff } from '#api/option/option.rules.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';

type Deps = {
  options: Pick<OptionStore, 'forms'>;
  sessions: Pick<SessionStore, 'find' | 'hasCreated'>;
};
type TenantPart = Pick<Tenant, 'key' | 'tags'>;
type Settings = { options?: unknown };

const labelsOf = ({ options }: Settings): string[] =>
  Array.isArray(options) ? options.filter((label) => typeof label === 'string') : [];

/**
 * Creates the functions that refuse settings of a session if they ask for an option that the host has switched off.
 * @throws AppError in the functions: `domain.off`, `session.not_found`
 */
export function createOptionRefusal({ options, sessions }: Deps) {
  const refuse = async ({ key, tags }: TenantPart, labels: readonly string[]): Promise<void> => {
    if (labels.length === 0) return;
    const forms = await options.forms(key);
    const isOff = (label: string): boolean => {
      const form = forms.get(label);
      return form !== undefined && isFormOff(form, tags);
    };
    if (labels.some(isOff)) throw new AppError('domain.off');
  };

  return {
    /** A repetition gets the session that the key has created, whatever the host offers now. */
    async atCreation(tenant: TenantPart, owner: Owner, creationKey: string | undefined, settings: Settings) {
      if (creationKey !== undefined && (await sessions.hasCreated(owner, creationKey))) return;
      await refuse(tenant, labelsOf(settings));
    },

    /** What the former settings asked for may stay: it is left out when the results are made. */
    async atChange(tenant: TenantPart, owner: Owner, id: string, settings: Settings) {
      const former = orNotFound(await sessions.find(owner, id)).settings;
      const kept = new Set(labelsOf(JSON.parse(former) as Settings));
      await refuse(
        tenant,
        labelsOf(settings).filter((label) => !kept.has(label)),
      );
    },
  };
}
