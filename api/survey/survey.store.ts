import { sql } from 'kysely';
import type { SurveyAnswer, SurveyResults } from '#api/contract/survey.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';

type Stored = { session_id: string; question: string; answer: string };

/** Returns the answer that the person has sent with this id. */
export const answerOfId = (db: Db, { host, userId }: Owner, id: string): Promise<Stored | undefined> =>
  db
    .selectFrom('survey_answer')
    .select(['session_id', 'question', 'answer'])
    .where('host', '=', host)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Stores an answer, unless its question has one, or the session is gone. Returns whether it is stored. It is one statement, so that
 * nothing can come between the look and the writing.
 */
export async function addAnswer(
  trx: Db,
  { id, session_id, survey_question: question, survey_answer: answer }: SurveyAnswer,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('survey_answer')
    .columns(['session_id', 'host', 'user_id', 'id', 'question', 'answer', 'created_at'])
    .expression((on) =>
      on
        .selectFrom('session')
        .where('session.id', '=', session_id)
        .select(({ val }) => [
          'session.id as session_id',
          'session.host',
          'session.user_id',
          val(id).as('id'),
          val<string>(question).as('question'),
          val<string>(answer).as('answer'),
          val(nowMs).as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes that the person has seen a survey, and that the detail of the session says something else now. */
export async function noteShown(
  trx: Db,
  { host, userId }: Owner,
  sessionId: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('user')
    .set({ survey_at: nowMs })
    .where('host', '=', host)
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('session')
    .set({ rev: sql<number>`rev + 1` })
    .where('id', '=', sessionId)
    .execute();
}

/** Returns whether a survey was shown for the session, and when one was shown to its owner last. */
export async function shownFor(
  db: Db,
  { id, host, user_id: userId }: { id: string; host: string; user_id: string },
): Promise<{ isShown: boolean; shownAt: number | null }> {
  const answer = await db
    .selectFrom('survey_answer')
    .select('id')
    .where('session_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  const user = await db
    .selectFrom('user')
    .select('survey_at')
    .where('host', '=', host)
    .where('id', '=', userId)
    .executeTakeFirst();
  return { isShown: answer !== undefined, shownAt: user?.survey_at ?? null };
}

/** Counts the answers of a host by day (UTC), question and choice. `untilMs` itself does not count. */
export const countsByDay = (
  db: Db,
  host: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<SurveyResults['days']> => {
  const day = sql<string>`date(created_at / 1000, 'unixepoch')`;
  return db
    .selectFrom('survey_answer')
    .where('host', '=', host)
    .where('created_at', '>=', fromMs)
    .where('created_at', '<', untilMs)
    .select(({ fn, ref }) => [
      day.as('date'),
      ref('question').$castTo<SurveyAnswer['survey_question']>().as('survey_question'),
      'answer as survey_answer',
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['date', 'question', 'answer'])
    .orderBy('date')
    .orderBy(sql`question = 'shown'`, 'desc')
    .orderBy('question')
    .orderBy('answer')
    .execute();
};
