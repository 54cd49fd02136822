import { Hono } from 'hono';
import { surveyAnswerSchema, surveyQuerySchema, surveyResultsSchema } from '#api/contract/survey.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { jsonBody, query } from '#api/http/validate.ts';
import { toCsv } from '#api/lib/csv.rules.ts';
import { createSurvey, type SurveyDeps } from './survey.ts';

const csvType = 'text/csv';

/** True if the header `Accept` names CSV. The answer of everybody else is JSON. */
const wantsCsv = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((item) => item.split(';')[0]?.trim().toLowerCase() === csvType);

/** Creates the route that takes answers to the survey of a session (§7.5). It must be behind the guard. */
export function createSurveyRoutes(deps: SurveyDeps) {
  const survey = createSurvey(deps);
  return new Hono<AppEnv>().post(
    '/survey',
    describe(
      'survey',
      'Store an answer to the survey of a session, once',
      { 204: { description: 'It is stored, or its question has an answer already.' } },
      { guarded: true, errors: ['session.not_found', 'domain.off', 'survey.id_reused'] },
    ),
    requireTag('survey'),
    jsonBody(surveyAnswerSchema),
    async (c) => {
      await survey.take(ownerOf(c), c.req.valid('json'));
      return c.body(null, 204);
    },
  );
}

/** Creates the route with the results of the surveys of a host (§10.25). It requires a superuser. */
export function createSurveyAdminRoutes(deps: SurveyDeps) {
  const survey = createSurvey(deps);
  return new Hono<AppEnv>().get(
    '/domains/:host/survey',
    describe(
      'survey',
      'Results of the surveys of a host, without people and sessions',
      { 200: { schema: surveyResultsSchema } },
      {
        guarded: true,
        errors: ['auth.forbidden', 'request.not_found'],
        headers: { Accept: 'text/csv: the days as CSV.' },
      },
    ),
    query(surveyQuerySchema),
    async (c) => {
      const results = await survey.results(adminOf(c), hostName(c.req.param('host')), c.req.valid('query'));
      c.header('Vary', 'Accept', { append: true });
      if (!wantsCsv(c.req.header('accept'))) return c.json(results);
      const rows = results.days.map((day) => [day.date, day.survey_question, day.survey_answer, day.count]);
      const name = ['survey', ...(results.from ? [results.from] : []), results.to].join('-');
      c.header('Content-Type', `${csvType}; charset=utf-8`);
      c.header('Content-Disposition', `attachment; filename="${name}.csv"`);
      return c.body(toCsv([['date', 'survey_question', 'survey_answer', 'count'], ...rows]));
    },
  );
}
