import type { ReasonCode } from '#api/contract/errors.ts';

/** Thrown if a file gives no audio. `log` is the log of ffmpeg, if it ran. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: ReasonCode;
  readonly log: readonly string[];
  constructor(code: ReasonCode, log: readonly string[] = []) {
    super(code);
    this.code = code;
    this.log = log;
  }
}

/** Turns the `code` of a failed read or write into an error. Only a full disk is reported to the user. */
export const toDiskError = (code: string): Error =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? new MediaError('transcription.disk_full')
    : new Error(`the disk cannot be used: ${code}`);
