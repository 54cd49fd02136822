import type { UploadMetadata } from '#api/contract/upload.ts';
import type { ConnectionTimings } from './connection.rules.ts';
import type { SendState } from './send-progress.ts';

export type SendTimings = ConnectionTimings & {
  progressEveryMs: number;
  /** While a recording goes on, what has gathered is sent this often. */
  partEveryMs: number;
  /** A request without any progress for so long is given up and taken up again. */
  stalledAfterMs: number;
};

/** `worker → page`: what the worker cannot know. */
export type SendEvent =
  | { type: 'state'; state: SendState }
  /**
   * Answered by `giveHeaders` with the same number: headers for a request, with a fresh token. `refused`: those that the
   * server has just refused.
   */
  | { type: 'headers'; ask: number; refused?: Record<string, string> }
  /** Where the bytes go, to be kept for the next try. */
  | { type: 'url'; url: string | null };

export type SendInput = {
  metadata: UploadMetadata;
  /** From an earlier try; null: a new upload is created. */
  url: string | null;
  timings: SendTimings;
};

/**
 * Sends one file by the tus protocol. `send` resolves when all is there, or rejects with a `WorkerError` whose code is one
 * of the contract's error codes (`session.not_found`, `upload.already_complete`, `upload.quota_exceeded`, `upload.disk_full`,
 * `upload.too_large`, `network.unexpected` …). A connection that fails never rejects: it is retried until `stop`.
 */
export type SendContract = {
  send: { input: SendInput & { file: Blob }; output: undefined; event: SendEvent };
  giveHeaders: { input: { ask: number; headers: Record<string, string> }; output: undefined };
  retryNow: { input: undefined; output: undefined };
  stop: { input: undefined; output: undefined };
  resume: { input: undefined; output: undefined };
};

export { startSend, type SendState } from './send-progress.ts';
