import { limits } from '#api/contract/limits.ts';
import { surveyChoices, type SurveyCount } from '#api/contract/survey.ts';

type Moment = {
  status: string;
  hasTag: boolean;
  /** Whether a survey was shown for this session. */
  isShown: boolean;
  /** When a survey was shown to the person last; null: never. */
  shownAt: number | null;
  nowMs: number;
};

/** True if the page is to show the survey of a session to its owner (§10.25). */
export const showsSurvey = ({ status, hasTag, isShown, shownAt, nowMs }: Moment): boolean =>
  status === 'completed' &&
  hasTag &&
  !isShown &&
  (shownAt === null || nowMs - shownAt >= limits.surveyPauseMs);

/** Every question with every choice, in the order of the survey. */
const asked: readonly Omit<SurveyCount, 'count'>[] = [
  { survey_question: 'shown', survey_answer: '' },
  ...surveyChoices.q1.map((answer) => ({ survey_question: 'q1' as const, survey_answer: answer })),
  ...surveyChoices.q2.map((answer) => ({ survey_question: 'q2' as const, survey_answer: answer })),
];

/** Adds up the counts of days. A choice that nobody took has 0. */
export const totalsOf = (days: readonly SurveyCount[]): SurveyCount[] =>
  asked.map((each) => ({
    ...each,
    count: days
      .filter(
        ({ survey_question: question, survey_answer: answer }) =>
          question === each.survey_question && answer === each.survey_answer,
      )
      .reduce((sum, { count }) => sum + count, 0),
  }));
