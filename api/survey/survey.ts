import type { SurveyAnswer, SurveyQuery, SurveyResults } from '#api/contract/survey.ts';
import { dayMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { DomainAdmin } from '#api/domain/domain-admin.ts';
import { readTags } from '#api/domain/host-setting.store.ts';
import { namedHost } from '#api/domain/known-hosts.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import { orNotFound, type SessionRow } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { showsSurvey, totalsOf } from './survey.rules.ts';
import { addAnswer, answerOfId, countsByDay, noteShown, shownFor } from './survey.store.ts';

export type SurveyDeps = {
  db: Db;
  clock: Clock;
  sessions: Pick<SessionStore, 'find'>;
  domainAdmin: Pick<DomainAdmin, 'known'>;
};

/** Returns whether the page is to show the survey of a session now (§10.25). Within a transaction, `db` is its connection. */
export async function isSurveyDue(
  db: Db,
  session: Pick<SessionRow, 'id' | 'host' | 'user_id' | 'status'>,
  nowMs: number,
): Promise<boolean> {
  const { status } = session;
  // The page requests an open session every 5 s. Most have no survey, so their tags are not read from the database.
  if (status !== 'completed' || !(await readTags(db, session.host)).includes('survey')) return false;
  return showsSurvey({ status, hasTag: true, ...(await shownFor(db, session)), nowMs });
}

/** Creates the use-cases of the survey: answers are taken and counted (§10.25). */
export function createSurvey({ db, clock, sessions, domainAdmin: { known } }: SurveyDeps) {
  return {
    /**
     * Stores an answer of the owner, once. An answer to a question says that the survey was shown, should that have been lost.
     * @throws AppError `session.not_found`, `survey.id_reused`
     */
    async take(owner: Owner, sent: SurveyAnswer): Promise<void> {
      const answer = { ...sent, id: sent.id.toLowerCase() };
      const { id: sessionId } = orNotFound(await sessions.find(owner, answer.session_id));
      const former = await answerOfId(db, owner, answer.id);
      const isSame =
        former?.session_id === sessionId &&
        former.question === answer.survey_question &&
        former.answer === answer.survey_answer;
      if (former && !isSame) throw new AppError('survey.id_reused');
      const shown: SurveyAnswer =
        answer.survey_question === 'shown'
          ? answer
          : { id: newId(), session_id: sessionId, survey_question: 'shown', survey_answer: '' };
      await db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        if (await addAnswer(trx, shown, nowMs)) await noteShown(trx, owner, sessionId, nowMs);
        if (answer !== shown) await addAnswer(trx, answer, nowMs);
      });
    },

    /** Counts the answers of a host. @throws AppError `request.not_found` for a host of others */
    async results(admin: Admin, host: string, { from, to }: SurveyQuery): Promise<SurveyResults> {
      const { key } = namedHost((await known.read(db)).hosts, admin, host).row;
      const last = to ?? isoTime(clock.now()).slice(0, 10);
      const fromMs = from === undefined ? 0 : Date.parse(from);
      const days = await countsByDay(db, key, { fromMs, untilMs: Date.parse(last) + dayMs });
      return { from: from ?? null, to: last, totals: totalsOf(days), days };
    },
  };
}
