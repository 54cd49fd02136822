import type { CaptureCode } from '#api/contract/recording.ts';
import type { Marker, RecordingWarning, SoundWarning } from '#web/features/recording/recording.rules.ts';

/** What the page itself knows of the microphone. */
export type PageFacts = {
  isMuted: boolean;
  isWrongDevice: boolean;
  /** The browser holds the sound still. */
  isSuspended: boolean;
  /** Nobody looks at the page: browsers may withhold sound from it, which is no fault of the microphone. */
  isHidden: boolean;
};

/**
 * All warnings that hold, the most urgent first. While the sound is held still nothing is said of it; in a hidden page not
 * that nothing is heard.
 */
export function warningsOf(sound: readonly SoundWarning[], facts: PageFacts): RecordingWarning[] {
  const { isMuted, isWrongDevice, isSuspended, isHidden } = facts;
  if (isSuspended) return [];
  const page: RecordingWarning[] = [];
  // A muted microphone explains the silence.
  if (isMuted && !isHidden) page.push('muted');
  if (isWrongDevice) page.push('wrong_device');
  const heard = sound.filter((warning) => warning !== 'no_sound' || (!isMuted && !isHidden));
  return [...page, ...(isMuted ? [] : heard)];
}

/** Put away until it ends: what does not hold any more may be shown again when it comes back. */
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

/** Marks of warnings, one for each time that one begins. */
export function createEpisodes() {
  let open: readonly RecordingWarning[] = [];
  return {
    /** Those that have begun since the last time. */
    begun(warnings: readonly RecordingWarning[]): RecordingWarning[] {
      const fresh = warnings.filter((warning) => !open.includes(warning));
      open = [...warnings];
      return fresh;
    },
    /** A new recording: what lasts begins there again. */
    reset() {
      open = [];
    },
  };
}
