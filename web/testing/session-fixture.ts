import type { SessionDetail } from '#api/contract/session.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';

/** For tests: returns a new session without a recording. */
export const sessionFixture = (change: Partial<SessionDetail> = {}): SessionDetail => ({
  id: 's1',
  user_id: 'u1',
  title: 'Gemeinderat, 12. Sitzung',
  date: '2026-11-21T09:00:00.000Z',
  duration: 0,
  status: 'new',
  participants: null,
  language: 'de',
  data: {},
  state: { processing_start: null },
  progress: null,
  domain: { cleanup: false },
  audio_until: null,
  content_until: '2027-05-21',
  thumbnail: null,
  fhir_patient_id: null,
  reason: null,
  notice: null,
  transcript: null,
  edits: 0,
  notes: { text: '', rev: 0 },
  audio: null,
  speech: null,
  verdict: null,
  markers: [],
  timemap: null,
  retention: { audio_until: '2026-12-21', content_until: '2027-05-21' },
  settings: {},
  visibility: 'private',
  former: {},
  show_survey: false,
  ...change,
});

const words = ['Der', 'Rat', 'bewilligt', 'den', 'Kredit', 'für', 'das', 'Schulhaus.'];

/** For tests: returns a segment of eight words and 4 s. Even segments are by speaker A, odd ones by speaker B. */
export const segmentFixture = (index: number, change: Partial<Segment> = {}): Segment => ({
  id: `s${index}`,
  speaker: index % 2 === 0 ? 'A' : 'B',
  start: index * 4,
  end: index * 4 + 4,
  text: words.join(' '),
  words: words.map((text, word) => ({
    text,
    start: index * 4 + word / 2,
    end: index * 4 + word / 2 + 0.5,
    confidence: 0.9,
  })),
  doubt: null,
  ...change,
});

export const transcriptFixture = (count: number, change: Partial<Transcript> = {}): Transcript => ({
  version: 1,
  engine: 'fixture',
  partial: false,
  speakers: { A: { name: 'Präsidentin' }, B: { name: 'Herr Meier' } },
  segments: Array.from({ length: count }, (_, index) => segmentFixture(index)),
  unapplied: [],
  ...change,
});
