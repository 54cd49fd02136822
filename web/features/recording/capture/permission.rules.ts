import type { CaptureErrorCode } from '#api/contract/errors.ts';

/** The reason why the microphone cannot be used. The page shows the sentence `error.<code>`. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly code: CaptureErrorCode;
  constructor(code: CaptureErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export type CaptureFacts = {
  isSecure: boolean;
  hasMediaDevices: boolean;
  /** True if the browser has one of the ways to take the samples of a microphone (`capture-way.ts`). */
  hasCaptureWay: boolean;
  hasWorkers: boolean;
  /**
   * False if this page's policy or an embedding page's policy forbids the microphone; null if the browser does not report it.
   */
  isAllowedByPolicy: boolean | null;
  permission: PermissionState | null;
};

/**
 * Returns the obstacle that is known before the browser is asked; null if there is none. If there are several, it is
 * the most basic one.
 */
export function captureObstacle(has: CaptureFacts): CaptureErrorCode | null {
  if (!has.isSecure) return 'capture.insecure';
  if (!has.hasMediaDevices || !has.hasCaptureWay || !has.hasWorkers) return 'capture.unsupported';
  return has.isAllowedByPolicy === false ? 'capture.blocked' : null;
}

/**
 * Maps an exception of getUserMedia (Media Capture and Streams, 10.2) to an error code. A dismissed prompt has the same error
 * name as a denial, but leaves the permission at "prompt".
 */
export function captureCodeOf(error: unknown, facts: Pick<CaptureFacts, 'permission'>): CaptureErrorCode {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError': {
      const message = (error as Error).message;
      const isDismissed =
        /dismissed/i.test(message) || (facts.permission === 'prompt' && !/system/i.test(message));
      return isDismissed ? 'capture.dismissed' : 'capture.denied';
    }
    case 'SecurityError':
      return 'capture.blocked';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'capture.no_device';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'capture.busy';
    default:
      return 'capture.failed';
  }
}

type BrowserHint = 'chromium' | 'firefox' | 'safari' | 'other';

/** Features that identify a browser. The page uses them to say where the browser's microphone permission is found. */
type BrowserFeatures = { hasClientHints: boolean; hasMozStyle: boolean; hasAppleFonts: boolean };

/** Detects the browser by its features, not by its user agent string. */
export function browserHint(has: BrowserFeatures = browserFeatures()): BrowserHint {
  if (has.hasClientHints) return 'chromium';
  if (has.hasMozStyle) return 'firefox';
  return has.hasAppleFonts ? 'safari' : 'other';
}

const supports = (query: string) => typeof CSS === 'object' && CSS.supports(query);

/**
 * Reads features that only one engine has: client hints in Chromium, `-moz-appearance: none` in Gecko, the system's
 * text styles in WebKit.
 */
const browserFeatures = (): BrowserFeatures => ({
  hasClientHints: 'userAgentData' in navigator,
  hasMozStyle: supports('(-moz-appearance: none)'),
  hasAppleFonts: supports('(font: -apple-system-body)'),
});
