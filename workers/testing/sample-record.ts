import type { RecordingRecord } from '#workers/store/store.contract.ts';

export const sampleRecord = (change: Partial<RecordingRecord> = {}): RecordingRecord => ({
  version: 1,
  id: crypto.randomUUID(),
  userId: 'ada',
  sessionId: 'session-1',
  session: { title: 'Gemeinderat', language: 'de', participants: 5, fhir_patient_id: null, settings: {} },
  part: 1,
  mode: 'record',
  startedAtMs: 1_795_000_000_000,
  settings: { sampleRate: 24_000, bitrate: 64 },
  takes: [{ bytes: 0, at: 0, lostMs: null }],
  markers: [],
  notes: '',
  dictated: [],
  finished: null,
  uploadUrl: null,
  ...change,
});
