import { ref } from 'valtio';
import type { RecordingDeps } from './recording-deps.ts';
import { noOptions, type RecordingState } from './recording.rules.ts';

/** As a recording begins, or as it lies on this device where a kept one goes on. */
export const startState = ({
  session,
  kept,
  mode,
  settings,
  devices,
  longestS,
  largestBytes,
}: RecordingDeps): RecordingState => ({
  stage: 'idle',
  problem: null,
  sessionId: session.id,
  title: session.draft.title,
  part: kept?.record.part ?? 1,
  mode,
  devices: ref([]),
  deviceId: devices.remembered(),
  options: { ...noOptions },
  storage: null,
  overflowBytes: null,
  positionS: kept?.durationS ?? 0,
  storedS: kept?.durationS ?? 0,
  bytes: kept?.bytes ?? 0,
  longestS: Math.min(longestS, (largestBytes * 8) / (settings.bitrate * 1000)),
  rollsOver: true,
  warnings: ref([]),
  dismissed: ref([]),
  verdict: null,
  picture: ref({ peaks: new Int8Array(0), speech: [] }),
  markers: ref([]),
  notes: session.notes.text,
  notesSaved: 'yes',
  dictated: ref([]),
  send: null,
  isMonitored: true,
  isSignedOut: false,
});
