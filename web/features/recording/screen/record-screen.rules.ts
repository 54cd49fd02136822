import { isCutOff } from '#web/parts/connection/connection.rules.ts';
import { isLive } from '#web/features/recording/recording-stage.rules.ts';
import { remainingS } from '#web/features/recording/recording.rules.ts';
import type {
  CaptureOptions,
  RecordingState,
  RecordingWarning,
} from '#web/features/recording/recording.rules.ts';
import type { ThreeLightsState } from '#web/parts/recording/three-lights.tsx';

/** What the screen makes of a recording's state: decisions without words and without DOM. */

type WarningState = Pick<RecordingState, 'warnings' | 'dismissed'>;

/** One at a time: the most urgent that the person has not put away. */
export const shownWarning = ({ warnings, dismissed }: WarningState): RecordingWarning | null =>
  warnings.find((warning) => !dismissed.includes(warning)) ?? null;

export type Remedy = 'devices' | 'gain' | 'suppression' | 'cancellation' | 'pause';

/** What each remedy switches on. */
export const remedyOption = {
  gain: 'autoGainControl',
  suppression: 'noiseSuppression',
  cancellation: 'echoCancellation',
} as const satisfies Partial<Record<Remedy, keyof CaptureOptions>>;

const firstRemedy: Record<RecordingWarning, Remedy> = {
  no_sound: 'devices',
  muted: 'devices',
  wrong_device: 'devices',
  nobody_speaking: 'devices',
  hum: 'devices',
  too_quiet: 'gain',
  clipping: 'gain',
  noisy: 'suppression',
  echo: 'cancellation',
  long_silence: 'pause',
};

/** The one action beside a warning; what is switched on already did not help: another microphone then. */
export function remedyOf(
  warning: RecordingWarning,
  options: Readonly<CaptureOptions>,
  isRecording: boolean,
): Remedy {
  const remedy = firstRemedy[warning];
  if (remedy === 'pause') return isRecording ? 'pause' : 'devices';
  if (remedy === 'devices') return remedy;
  return options[remedyOption[remedy]] ? 'devices' : remedy;
}

/** s; pieces are written at most this long after they were said. */
const pieceLagS = 1;

type LightsState = Pick<
  RecordingState,
  'stage' | 'positionS' | 'storedS' | 'overflowBytes' | 'storage' | 'send'
>;

/** Recorded, on this device, on the server. Once it is there, the copy on the device is gone and its light left out. */
export function lightsOf(state: LightsState): ThreeLightsState {
  const { stage, positionS, storedS, overflowBytes, storage, send } = state;
  const recorded = positionS > 0 ? 'yes' : 'no';
  if (stage === 'finished') return { recorded, server: 'yes' };
  const isAllStored = positionS > 0 && overflowBytes === null && storedS >= positionS - pieceLagS;
  const kept = storage?.kind === 'memory' ? 'no' : isAllStored ? 'yes' : storedS > 0 ? 'partly' : 'no';
  return { recorded, device: kept, server: send && send.bytesStored > 0 ? 'partly' : 'no' };
}

export type Room = { kind: 'memory' | 'unknown' | 'plenty' } | { kind: 'hours' | 'minutes'; count: number };

/** How much fits. Below one recording of the longest length it is told in minutes, as a warning. */
export function roomOf(
  storage: { kind: string; freeBytes: number | null },
  bytesPerS: number,
  longestS: number,
): Room {
  if (storage.kind === 'memory') return { kind: 'memory' };
  if (storage.freeBytes === null) return { kind: 'unknown' };
  const seconds = storage.freeBytes / bytesPerS;
  if (seconds < longestS) return { kind: 'minutes', count: Math.floor(seconds / 60) };
  const hours = Math.floor(seconds / 3600);
  return hours > 100 ? { kind: 'plenty' } : { kind: 'hours', count: hours };
}

/** Whole minutes of sound that the account has room for, where that is less than the longest recording; else null. */
export function serverMinutes(
  quota: { used_bytes: number; limit_bytes: number } | null,
  bytesPerS: number,
  longestS: number,
): number | null {
  if (!quota) return null;
  const seconds = Math.max(0, quota.limit_bytes - quota.used_bytes) / bytesPerS;
  return seconds < longestS ? Math.floor(seconds / 60) : null;
}

/** Minutes until the longest length, as they are told: never less than one before it is reached. */
export const minutesLeft = (state: Pick<RecordingState, 'positionS' | 'longestS'>): number =>
  Math.max(1, Math.ceil(remainingS(state) / 60));

export const isFull = (state: Pick<RecordingState, 'positionS' | 'longestS' | 'rollsOver'>): boolean =>
  !state.rollsOver && remainingS(state) <= 0.05;

type SaveState = Pick<
  RecordingState,
  'stage' | 'positionS' | 'problem' | 'send' | 'storage' | 'overflowBytes' | 'isSignedOut'
>;

/** A file of one's own is offered whenever the server does not take the recording, or the device does not keep it. */
export function offersSave(state: SaveState): boolean {
  const { stage, positionS, problem, send, storage, overflowBytes, isSignedOut } = state;
  if (positionS <= 0 || stage === 'finished') return false;
  const isUnreached = send !== null && isCutOff(send.connection);
  const isUnkept = storage?.kind === 'memory' || overflowBytes !== null;
  return isUnreached || isUnkept || isSignedOut || (problem !== null && !isLive(stage));
}

export type RecordingKey = 'mark' | 'toggle';
type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
};

/** M sets a marker, space pauses and goes on. */
export function keyToRecordingAction(press: KeyPress): RecordingKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey || press.repeat) return null;
  if (press.key === ' ') return 'toggle';
  return press.key.toLowerCase() === 'm' ? 'mark' : null;
}

/** s shown by the growing ruler, the newest at its right edge. */
export const liveWindowS = 60;

/** §5: the title in letters, digits, dash and underscore, with yymmdd; a later part says which it is. */
export function saveName(title: string, part: number, date: Date): string {
  const plain = title
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_-]/gu, '');
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getFullYear() % 100)}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return [plain || 'audio', ...(part > 1 ? [String(part)] : []), day].join('_').concat('.mp3');
}
