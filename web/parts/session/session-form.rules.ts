import { limits } from '#api/contract/limits.ts';
import type { SessionDraft, SessionLanguage } from '#api/contract/session.ts';
import { sessionLanguages } from '#api/contract/session-terms.ts';

export type CreateForm = {
  title: string;
  language: SessionLanguage;
  participants: number | null;
  patientId: string;
};

/** Why a field is refused: a translation key under `create.field`, with the violated limit. */
type CreateProblem = {
  key: 'titleRequired' | 'titleLong' | 'participantsRange' | 'patientIdLong';
  max: number;
};
type CreateProblems = { [K in keyof CreateForm]?: CreateProblem };

/** Returns the violations of §5 and of the contract's limits, by field. */
export function createProblems(form: CreateForm): CreateProblems {
  const problems: CreateProblems = {};
  const title = form.title.trim();
  if (title === '') problems.title = { key: 'titleRequired', max: 0 };
  else if (title.length > limits.maxTitleLength)
    problems.title = { key: 'titleLong', max: limits.maxTitleLength };
  const { participants } = form;
  const isWhole = participants === null || Number.isInteger(participants);
  if (!isWhole || (participants !== null && (participants < 1 || participants > limits.maxParticipants)))
    problems.participants = { key: 'participantsRange', max: limits.maxParticipants };
  if (form.patientId.trim().length > limits.maxPatientIdLength)
    problems.patientId = { key: 'patientIdLong', max: limits.maxPatientIdLength };
  return problems;
}

/** Returns the draft of the session. `settings` is the requested processing. */
export const formToDraft = (form: CreateForm, settings: SessionDraft['settings'] = {}): SessionDraft => ({
  title: form.title.trim(),
  language: form.language,
  participants: form.participants,
  fhir_patient_id: form.patientId.trim() || null,
  settings,
});

/** Returns this language if a session can have it; otherwise German. */
export const defaultLanguage = (language: string): SessionLanguage =>
  sessionLanguages.find((known) => known === language) ?? 'de';
