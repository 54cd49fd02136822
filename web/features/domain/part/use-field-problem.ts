import { useTranslation } from 'react-i18next';
import { formatUtcDay } from '#web/lib/format.ts';
import { earliestDay } from '../form/retention.rules.ts';
import type { DomainDraft } from '../use-domain-draft.ts';

/** Returns a function that says what is wrong with a field; undefined if nothing is. */
export function useFieldProblem({ problems, today }: DomainDraft) {
  const { t, i18n } = useTranslation();
  return (path: string): string | undefined => {
    const problem = problems.fields.get(path);
    if (problem === undefined) return undefined;
    return t(`domain.problem.${problem}`, { day: formatUtcDay(earliestDay(today), i18n.language) });
  };
}
