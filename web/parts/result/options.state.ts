import { useQuery } from '@tanstack/react-query';
import type { OfferedOption } from '#api/contract/option.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { api } from '#web/lib/http.ts';

/** Of what is offered on this host to this person; changed by roles and on the screen of domains. */
export const optionsKey = ['option', 'offered', location.hostname];

/** The processing options that are offered (§7; the call gives up after 5 s), in the order of the specification. */
export function useOptions() {
  return useQuery({
    queryKey: optionsKey,
    queryFn: async ({ signal }): Promise<OfferedOption[]> => {
      const response = await api.v1['ai-processing-options'].$get({}, { init: { signal } });
      return (await response.json()).options;
    },
  });
}

/** Its name in a language of the page. */
export const optionName = ({ names }: Pick<OfferedOption, 'names'>, language: string): string =>
  names[isLanguage(language) ? language : 'de'];
