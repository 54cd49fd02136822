import type { CaptureCode } from '#api/contract/recording.ts';
import type {
  Marker,
  RecordingWarning,
  SoundWarning,
} from '#web/features/recording/state/recording.rules.ts';

export type PageFacts = {
  isMuted: boolean;
  isWrongDevice: boolean;
  isSuspended: boolean;
  /**
   * True if the page is hidden. Browsers may withhold audio from a hidden page, which is no fault of the microphone.
   */
  isHidden: boolean;
};

/**
 * Returns the active warnings, the most urgent first. While the audio context is suspended there are none. While the
 * microphone is muted there are none about its audio. While the page is hidden there are none about silence or muting.
 */
export function warningsOf(sound: readonly SoundWarning[], facts: PageFacts): RecordingWarning[] {
  const { isMuted, isWrongDevice, isSuspended, isHidden } = facts;
  if (isSuspended) return [];
  const page: RecordingWarning[] = [];
  if (isMuted && !isHidden) page.push('muted');
  if (isWrongDevice) page.push('wrong_device');
  const ofSound = sound.filter((warning) => warning !== 'no_sound' || (!isMuted && !isHidden));
  return [...page, ...(isMuted ? [] : ofSound)];
}

/** Returns the dismissed warnings that are still active. A warning that ends and begins again is shown again. */
export const stillDismissed = (
  dismissed: readonly RecordingWarning[],
  warnings: readonly RecordingWarning[],
): RecordingWarning[] => dismissed.filter((warning) => warnings.includes(warning));

export const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

type Gap = 'track_ended' | 'suspended' | 'crashed' | 'paused';
export const captureCode = (name: RecordingWarning | Gap): CaptureCode => `capture.${name}`;

export const markerOf = (
  kind: Marker['kind'],
  at: number,
  change: { code?: CaptureCode; text?: string } = {},
): Marker => ({ at: toMs(at), kind, code: change.code ?? '', text: (change.text ?? '').slice(0, 500) });

const toMs = (seconds: number) => Math.max(0, Math.round(seconds * 1000) / 1000);

/** Creates a detector of beginning warnings, so that each occurrence of a warning gets one marker. */
export function createEpisodes() {
  let open: readonly RecordingWarning[] = [];
  return {
    begun(warnings: readonly RecordingWarning[]): RecordingWarning[] {
      const fresh = warnings.filter((warning) => !open.includes(warning));
      open = [...warnings];
      return fresh;
    },
    /** Lets the active warnings begin again, because the next recording begins. */
    reset() {
      open = [];
    },
  };
}
