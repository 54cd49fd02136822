import { useEffect } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { userState } from '#web/features/user/index.ts';
import { offerSurvey } from './survey.state.ts';

/** Opens the survey while a session is shown that the server wants to ask about (§10.25). */
export function useSurveyOffer({ id, title, user_id, show_survey }: SessionDetail): void {
  useEffect(() => {
    const person = userState.user;
    if (show_survey && person?.id === user_id) offerSurvey(user_id, { id, title });
  }, [id, title, user_id, show_survey]);
}
