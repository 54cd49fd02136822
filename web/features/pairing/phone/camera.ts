/** Reasons why the camera of the scanner does not start. Each has a sentence under `pairingPhone.scan.problem`. */
export type CameraProblem = 'insecure' | 'unsupported' | 'denied' | 'none' | 'busy' | 'failed';

class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Names that browsers give to failures of `getUserMedia` (Media Capture and Streams, 10.2). */
const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export const cameraProblemOf = (error: unknown): CameraProblem => {
  if (error instanceof CameraError) return error.problem;
  return (error instanceof DOMException && problems[error.name]) || 'failed';
};

/**
 * Video that the scanner asks for: from the rear camera if there is one, and with few pixels, because a large frame takes longer to
 * decode.
 */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

/** Opens the camera, which the browser asks for. @throws CameraError */
export async function openCamera(): Promise<MediaStream> {
  if (!isSecureContext) throw new CameraError('insecure');
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) throw new CameraError('unsupported');
  try {
    return await devices.getUserMedia(wanted);
  } catch (error) {
    throw new CameraError(cameraProblemOf(error), error);
  }
}
