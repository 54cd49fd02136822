import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OfferedOption } from '#api/contract/option.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { api } from '#web/lib/http.ts';

/**
 * Query key of the options that are offered to this person. They depend on the person's roles, and the screen of the
 * host's options changes them.
 */
export const optionsKey = ['option', 'offered', location.hostname];

const offered = queryOptions({
  queryKey: optionsKey,
  queryFn: async ({ signal }): Promise<OfferedOption[]> => {
    const response = await api.v1['ai-processing-options'].$get({}, { init: { signal } });
    return (await response.json()).options;
  },
});

/**
 * Fetches the offered processing options in the order of the specification. The request is given up after 5 s (§7). Fact
 * checks are left out where the host has none.
 */
export function useOptions() {
  const canCheck = useHasTag('fact_check');
  const select = (options: OfferedOption[]) =>
    canCheck ? options : options.filter(({ form }) => form !== 'claims');
  return useQuery({ ...offered, select });
}

/** Fetches all options, for the names of results that exist. A fact check stays readable where no new one is made. */
export const useKnownOptions = () => useQuery(offered);

/** Returns whether a result can be made anew: fact checks cannot where the host has none. */
export function useIsMakeable(): (label: string) => boolean {
  const canCheck = useHasTag('fact_check');
  const { data: options = [] } = useKnownOptions();
  return (label) => {
    const form = options.find((option) => option.label === label)?.form;
    return canCheck || (form === undefined ? label !== 'fact_check' : form !== 'claims');
  };
}

export const optionName = ({ names }: Pick<OfferedOption, 'names'>, language: string): string =>
  names[isLanguage(language) ? language : 'de'];
