import type { SessionDetail } from '#api/contract/session.ts';
import { buildLongTranscript } from '#api/testing/build-report.ts';

export const words = 25_000;
export const speakers = 8;

/** A recording of 2:30 h as the detail tells it: 25,000 words by 8 speakers. */
export const longSession = (): SessionDetail => ({
  id: 'bench',
  user_id: 'bench',
  title: 'Gemeinderat, 12. Sitzung',
  date: '2026-11-20T09:00:00.000Z',
  duration: 9_000,
  status: 'completed',
  participants: speakers,
  language: 'de',
  data: {},
  state: { processing_start: null },
  progress: null,
  domain: { cleanup: false },
  audio_until: null,
  content_until: '2027-05-20',
  thumbnail: null,
  fhir_patient_id: null,
  reason: null,
  notice: null,
  transcript: buildLongTranscript(words, speakers),
  edits: 0,
  notes: { text: '', rev: 0 },
  audio: null,
  speech: null,
  verdict: null,
  markers: [],
  timemap: null,
  retention: { audio_until: '2026-12-20', content_until: '2027-05-20' },
  settings: {},
  visibility: 'private',
  show_survey: false,
});
