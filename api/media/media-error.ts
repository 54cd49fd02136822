import type { ReasonCode } from '#api/contract/errors.ts';

/** Why there is no sound of a file. `log`: what ffmpeg said, if it was that. */
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

/** For the `code` of a failed read or write. Only a full disk is something that a person can act on. */
export const toDiskError = (code: string): Error =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? new MediaError('transcription.disk_full')
    : new Error(`the disk cannot be used: ${code}`);
