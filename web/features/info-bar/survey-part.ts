import type { ComponentType } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { OpenSurvey } from './survey.state.ts';

/** `Row` shows the survey; null until it is loaded. */
export const surveyPart: { Row: ComponentType<{ survey: OpenSurvey }> | null } = { Row: null };

/** Loads the row of the survey, which few visits need. A survey is opened after that, so that it has its height at once. */
export async function loadSurveyRow(): Promise<void> {
  surveyPart.Row ??= (await loadPart(withWords('rest', () => import('./survey-row.tsx')))).SurveyRow;
}
