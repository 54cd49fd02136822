import type { Tenant } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import { isFormOff } from '#api/option/option.rules.ts';
import type { OptionStore } from '#api/option/option.store.ts';

type Settings = { options?: unknown };

const labelsOf = ({ options }: Settings): string[] =>
  Array.isArray(options) ? options.filter((label) => typeof label === 'string') : [];

/**
 * Returns a function that refuses settings of a session if they ask for an option that the host has switched off. What
 * `former` settings asked for may stay: it is left out when the results are made.
 * @throws AppError `domain.off` in the returned function
 */
export const createOptionRefusal =
  (options: Pick<OptionStore, 'forms'>) =>
  async ({ key, tags }: Pick<Tenant, 'key' | 'tags'>, settings: Settings, former: Settings = {}) => {
    const kept = new Set(labelsOf(former));
    const added = labelsOf(settings).filter((label) => !kept.has(label));
    if (added.length === 0) return;
    const forms = await options.forms(key);
    const isOff = (label: string): boolean => {
      const form = forms.get(label);
      return form !== undefined && isFormOff(form, tags);
    };
    if (added.some(isOff)) throw new AppError('domain.off');
  };
