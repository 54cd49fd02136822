import type { ComponentType } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { OpenSurvey } from './survey.state.ts';

/** `Row` is the component that shows the survey; null until its code is loaded. */
export const surveyPart: { Row: ComponentType<{ survey: OpenSurvey }> | null } = { Row: null };

/**
 * Loads the component that shows the survey. It is not part of the first load, because few visits have a survey. A survey is opened
 * after that, so that the bar has its full height when it appears.
 */
export async function loadSurveyRow(): Promise<void> {
  surveyPart.Row ??= (await loadPart(withWords('rest', () => import('./survey-row.tsx')))).SurveyRow;
}
