import { useEffect } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { userState } from '#web/features/user/index.ts';
import { loadSurveyRow } from './survey-part.ts';
import { offerSurvey } from './survey.state.ts';

/** Opens the survey when a session is shown for which the server wants one (§10.25). The info bar shows it on the next screen. */
export function useSurveyOffer({ id, title, user_id, show_survey }: SessionDetail): void {
  useEffect(() => {
    const isOwn = () => userState.user?.id === user_id;
    if (!show_survey || !isOwn()) return;
    void loadSurveyRow().then(() => isOwn() && offerSurvey(user_id, { id, title }));
  }, [id, title, user_id, show_survey]);
}
