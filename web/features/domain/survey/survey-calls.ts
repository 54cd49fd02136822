import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { SurveyResults } from '#api/contract/survey.ts';
import { api } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { csvName, type Period } from './survey-results.rules.ts';

const results = api.v1.admin.domains[':host'].survey;
const queryOf = ({ from, to }: Period) => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });

/** Fetches the answers of a period. The former ones stay until the next are there. Null asks for nothing. */
export function useSurveyResults(host: string, period: Period | null) {
  return useQuery({
    queryKey: ['domain', 'survey', host, period],
    enabled: period !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SurveyResults> => {
      const query = queryOf(period ?? { from: '', to: '' });
      return (
        await results.$get({ param: { host }, query }, { init: { signal } })
      ).json() as Promise<SurveyResults>;
    },
  });
}

/** Saves the answers of a period, by day, as a file for a spreadsheet. */
export function useSaveCsv(host: string) {
  return useMutation({
    mutationFn: async (period: Period): Promise<void> => {
      const accept = { headers: { accept: 'text/csv' } };
      const response = await results.$get({ param: { host }, query: queryOf(period) }, accept);
      saveFile(await response.blob(), csvName(host, period));
    },
  });
}
