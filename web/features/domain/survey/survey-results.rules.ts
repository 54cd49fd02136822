import { surveyChoices, type SurveyCount, type SurveyResults } from '#api/contract/survey.ts';

export type Choice = (typeof surveyChoices)[keyof typeof surveyChoices][number];
export type QuestionResult<C extends string = Choice> = {
  /** Number of all answers to the question. */
  answers: number;
  /** `share` of the answers, 0 to 1. */
  choices: { choice: C; count: number; share: number }[];
};

const countOf = (totals: readonly SurveyCount[], question: string, answer: string): number =>
  totals.find((each) => each.survey_question === question && each.survey_answer === answer)?.count ?? 0;

/** Returns the answers to a question, in the order of its choices. */
export function resultOf<Q extends keyof typeof surveyChoices>(
  { totals }: Pick<SurveyResults, 'totals'>,
  question: Q,
): QuestionResult<(typeof surveyChoices)[Q][number]> {
  const counts = surveyChoices[question].map((choice) => ({
    choice,
    count: countOf(totals, question, choice),
  }));
  const answers = counts.reduce((sum, { count }) => sum + count, 0);
  return {
    answers,
    choices: counts.map((each) => ({ ...each, share: answers === 0 ? 0 : each.count / answers })),
  };
}

/** Returns how often the survey was shown. */
export const shownCount = ({ totals }: Pick<SurveyResults, 'totals'>): number => countOf(totals, 'shown', '');

export type Period = { from: string; to: string };

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Returns what is wrong with a period, in which an empty day means no limit; null if nothing is. */
export function periodProblem({ from, to }: Period): 'order' | 'day' | null {
  if ([from, to].some((each) => each !== '' && !(day.test(each) && !Number.isNaN(Date.parse(each)))))
    return 'day';
  return from !== '' && to !== '' && from > to ? 'order' : null;
}

/** Name of the file with the results of a period. */
export const csvName = (host: string, { from, to }: Period): string =>
  `${['survey', host.replace('*.', ''), from, to].filter(Boolean).join('-')}.csv`;
