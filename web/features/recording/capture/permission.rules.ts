import type { CaptureErrorCode } from '#api/contract/errors.ts';

/** Why no sound can be had; `code` is shown under `error.<code>`. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly code: CaptureErrorCode;
  constructor(code: CaptureErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** What the page is allowed and able to do, as asked at the moment. */
export type CaptureFacts = {
  isSecure: boolean;
  hasMediaDevices: boolean;
  hasWorklet: boolean;
  hasWorkers: boolean;
  /** False: a policy of this page or of the one around it; null: the browser does not say. */
  isAllowedByPolicy: boolean | null;
  /** Null where the browser does not say. */
  permission: PermissionState | null;
};

/** What stands in the way before anything was asked; null: ask. The most basic reason comes first. */
export function captureObstacle(has: CaptureFacts): CaptureErrorCode | null {
  if (!has.isSecure) return 'capture.insecure';
  if (!has.hasMediaDevices || !has.hasWorklet || !has.hasWorkers) return 'capture.unsupported';
  return has.isAllowedByPolicy === false ? 'capture.blocked' : null;
}

/**
 * Why the microphone was not given (Media Capture and Streams, 10.2: exceptions of getUserMedia). A question that was
 * closed without an answer is an error of the same name as a no; afterwards the permission still stands at "prompt".
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

export type BrowserHint = 'chromium' | 'firefox' | 'safari' | 'other';

/** What tells the browsers apart, for the hint where their permission is found. */
export type BrowserFeatures = { hasClientHints: boolean; hasMozStyle: boolean; hasAppleFonts: boolean };

/** By what a browser can do, not by what it calls itself. */
export function browserHint(has: BrowserFeatures = browserFeatures()): BrowserHint {
  if (has.hasClientHints) return 'chromium';
  if (has.hasMozStyle) return 'firefox';
  return has.hasAppleFonts ? 'safari' : 'other';
}

const supports = (query: string) => typeof CSS === 'object' && CSS.supports(query);

/** Client hints are Chromium's alone, `-moz-appearance: none` Gecko's, the system's text styles WebKit's. */
const browserFeatures = (): BrowserFeatures => ({
  hasClientHints: 'userAgentData' in navigator,
  hasMozStyle: supports('(-moz-appearance: none)'),
  hasAppleFonts: supports('(font: -apple-system-body)'),
});
