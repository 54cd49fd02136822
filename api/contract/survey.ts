import { z } from 'zod';

/** The choices of the survey (§4.11). */
export const surveyChoices = {
  q1: ['yes', 'no'],
  q2: ['5min', '10min', '15min', '30min', '1h', '1h+'],
} as const;

const answerTo = <Q extends string, A extends readonly string[]>(question: Q, choices: A) =>
  z.strictObject({
    /** A UUID, made by the page for each answer. A repeated request has the same, and is stored once. */
    id: z.uuid(),
    session_id: z.string().min(1).max(64),
    survey_question: z.literal(question),
    survey_answer: z.enum(choices),
  });

/**
 * Body of `POST /api/v1/survey`. `shown` with an empty answer says that the page has shown the survey. The first answer to each
 * question of a session counts; a later one is answered alike and not stored.
 */
export const surveyAnswerSchema = z.discriminatedUnion('survey_question', [
  answerTo('shown', ['']),
  answerTo('q1', surveyChoices.q1),
  answerTo('q2', surveyChoices.q2),
]);
export type SurveyAnswer = z.infer<typeof surveyAnswerSchema>;

/** First and last day of answers, dates in UTC. Without `from` all that are stored count, without `to` those until today. */
export const surveyQuerySchema = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'It is not before from.',
  });
export type SurveyQuery = z.infer<typeof surveyQuerySchema>;

const countShape = {
  survey_question: z.enum(['shown', 'q1', 'q2']),
  survey_answer: z.string(),
  count: z.number().int(),
};
const surveyCountSchema = z.object(countShape);
export type SurveyCount = z.infer<typeof surveyCountSchema>;

/**
 * Answer of `GET …/{host}/survey`: numbers only, of no person and no session. `totals` has every question with every choice, `days`
 * those that were given, by day (UTC). With `Accept: text/csv` the days come as CSV, with the columns `date`, `survey_question`,
 * `survey_answer`, `count`.
 */
export const surveyResultsSchema = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date(),
  totals: z.array(surveyCountSchema),
  days: z.array(z.object({ date: z.iso.date(), ...countShape })),
});
export type SurveyResults = z.infer<typeof surveyResultsSchema>;
