import { isCutOff } from '#web/parts/connection/connection.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import { isUnstored, remainingS } from '#web/features/recording/state/recording.rules.ts';
import type {
  CaptureOptions,
  RecordingState,
  RecordingWarning,
} from '#web/features/recording/state/recording.rules.ts';
import type { ThreeLightsState } from '#web/parts/recording/three-lights.tsx';

type WarningState = Pick<RecordingState, 'warnings' | 'dismissed'>;

export const shownWarning = ({ warnings, dismissed }: WarningState): RecordingWarning | null =>
  warnings.find((warning) => !dismissed.includes(warning)) ?? null;

type Remedy = 'devices' | 'gain' | 'suppression' | 'cancellation' | 'pause';

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

/**
 * Returns the action that is offered beside a warning. If its option is on already, the action is another microphone.
 */
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

/** Longest time between recording some audio and storing it, s. */
const pieceLagS = 1;

type LightsState = Pick<
  RecordingState,
  'stage' | 'positionS' | 'storedS' | 'overflowBytes' | 'storage' | 'send'
>;

/**
 * Returns the states of the three lights: recorded, on this device, on the server. After the delivery the light for the
 * device is missing, because the copy on the device is removed.
 */
export function lightsOf(state: LightsState): ThreeLightsState {
  const { stage, positionS, storedS, overflowBytes, storage, send } = state;
  const recorded = positionS > 0 ? 'yes' : 'no';
  if (stage === 'finished') return { recorded, server: 'yes' };
  const isAllStored = positionS > 0 && overflowBytes === null && storedS >= positionS - pieceLagS;
  const kept = storage?.kind === 'memory' ? 'no' : isAllStored ? 'yes' : storedS > 0 ? 'partly' : 'no';
  return { recorded, device: kept, server: send && send.bytesStored > 0 ? 'partly' : 'no' };
}

export type Room = { kind: 'memory' | 'unknown' | 'plenty' } | { kind: 'hours' | 'minutes'; count: number };

/**
 * Returns the recording time for which the device has room. If that is below the longest length, it is given in
 * minutes, as a warning.
 */
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

/**
 * Returns the recording time for which the account's quota has room, in whole minutes; null if the longest recording
 * fits.
 */
export function serverMinutes(
  quota: { used_bytes: number; limit_bytes: number } | null,
  bytesPerS: number,
  longestS: number,
): number | null {
  if (!quota) return null;
  const seconds = Math.max(0, quota.limit_bytes - quota.used_bytes) / bytesPerS;
  return seconds < longestS ? Math.floor(seconds / 60) : null;
}

/** Returns the remaining minutes that the screen shows, at least 1. */
export const minutesLeft = (state: Pick<RecordingState, 'positionS' | 'longestS'>): number =>
  Math.max(1, Math.ceil(remainingS(state) / 60));

export const isFull = (state: Pick<RecordingState, 'positionS' | 'longestS' | 'rollsOver'>): boolean =>
  !state.rollsOver && remainingS(state) <= 0.05;

type SaveState = Pick<
  RecordingState,
  'stage' | 'positionS' | 'problem' | 'send' | 'storage' | 'overflowBytes' | 'isSignedOut'
>;

/**
 * True if the audio is offered as a local file, because the server does not accept the recording or the device does not
 * store it.
 */
export function offersSave(state: SaveState): boolean {
  const { stage, positionS, problem, send, isSignedOut } = state;
  if (positionS <= 0 || stage === 'finished') return false;
  const isUnreached = send !== null && isCutOff(send.connection);
  return isUnreached || isUnstored(state) || isSignedOut || (problem !== null && !isLive(stage));
}

type RecordingKey = 'mark' | 'toggle';
type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
};

export function keyToRecordingAction(press: KeyPress): RecordingKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey || press.repeat) return null;
  if (press.key === ' ') return 'toggle';
  return press.key.toLowerCase() === 'm' ? 'mark' : null;
}

/** Length of the live waveform, s. The newest audio is at its right edge. */
export const liveWindowS = 60;

/**
 * Returns a file name (§5). It has the title in letters, digits, dashes and underscores, the date as yymmdd, and the
 * number of a later part.
 */
export function saveName(title: string, part: number, date: Date): string {
  const plain = title
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_-]/gu, '');
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getFullYear() % 100)}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return [plain || 'audio', ...(part > 1 ? [String(part)] : []), day].join('_').concat('.mp3');
}
