import { useQuery } from '@tanstack/react-query';
import type { OfferedOption } from '#api/contract/option.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { api } from '#web/lib/http.ts';

/** Query key of the options offered to this person; roles and the domain screen change them. */
export const optionsKey = ['option', 'offered', location.hostname];

/** The offered processing options in the order of the specification (§7; the request gives up after 5 s). */
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
