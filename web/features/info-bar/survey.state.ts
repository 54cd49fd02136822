import { proxy } from 'valtio';
import type { SurveyAnswer } from '#api/contract/survey.ts';
import { api } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { timings } from '#web/lib/time.ts';
import type { SurveyStep } from './info-bar.rules.ts';

/** A survey about a session of a person (§4.11). */
export type OpenSurvey = { personId: string; sessionId: string; title: string; step: SurveyStep };

export const surveyState = proxy<{ open: OpenSurvey | null }>({ open: null });

/** People who were asked in this page. The server asks nobody again for 14 days, but a session may still say otherwise. */
const asked = new Set<string>();
/** Survey of which the server was told that it is shown. */
let told: OpenSurvey | null = null;
let closing: ReturnType<typeof setTimeout> | undefined;

/** Opens the survey about a session, unless one is open, or this person has seen one in this page. */
export function offerSurvey(personId: string, session: { id: string; title: string }): void {
  if (surveyState.open || asked.has(personId)) return;
  asked.add(personId);
  surveyState.open = { personId, sessionId: session.id, title: session.title, step: 'q1' };
}

/** Tells the server, once, that the person sees the survey. */
export function noteShown(): void {
  const { open } = surveyState;
  if (!open || told === open) return;
  told = open;
  send(open, 'shown', '');
}

export function answerFirst(answer: 'yes' | 'no'): void {
  const { open } = surveyState;
  if (open?.step !== 'q1') return;
  send(open, 'q1', answer);
  if (answer === 'yes') open.step = 'q2';
  else thank(open);
}

export function answerSecond(
  answer: Extract<SurveyAnswer, { survey_question: 'q2' }>['survey_answer'],
): void {
  const { open } = surveyState;
  if (open?.step !== 'q2') return;
  send(open, 'q2', answer);
  thank(open);
}

export function closeSurvey(): void {
  clearTimeout(closing);
  surveyState.open = null;
}

/** For tests: forgets who was asked. */
export function forgetSurveys(): void {
  closeSurvey();
  asked.clear();
  told = null;
}

/** Shows the thanks for 3 s (§9). */
function thank(open: OpenSurvey): void {
  open.step = 'thanks';
  closing = setTimeout(closeSurvey, timings.surveyThanksMs);
}

type AnswerOf<Q> = Extract<SurveyAnswer, { survey_question: Q }>['survey_answer'];

/** A failure is only logged (§7): nobody should have to deal with a survey. */
function send<Q extends SurveyAnswer['survey_question']>(
  { sessionId }: OpenSurvey,
  survey_question: Q,
  survey_answer: AnswerOf<Q>,
): void {
  const json = {
    id: crypto.randomUUID(),
    session_id: sessionId,
    survey_question,
    survey_answer,
  } as SurveyAnswer;
  api.v1.survey.$post({ json }).catch((error: unknown) => log.warn('survey: not sent', { error }));
}
