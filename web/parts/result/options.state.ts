import { useQuery } from '@tanstack/react-query';
import type { OfferedOption } from '#api/contract/option.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { api } from '#web/lib/http.ts';

/**
 * Query key of the options that are offered to this person. They depend on the person's roles, and the screen of the
 * host's options changes them.
 */
export const optionsKey = ['option', 'offered', location.hostname];

/** Fetches the offered processing options in the order of the specification. The request is given up after 5 s (§7). */
export function useOptions() {
  return useQuery({
    queryKey: optionsKey,
    queryFn: async ({ signal }): Promise<OfferedOption[]> => {
      const response = await api.v1['ai-processing-options'].$get({}, { init: { signal } });
      return (await response.json()).options;
    },
  });
}

export const optionName = ({ names }: Pick<OfferedOption, 'names'>, language: string): string =>
  names[isLanguage(language) ? language : 'de'];
