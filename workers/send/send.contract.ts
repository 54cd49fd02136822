import type { UploadMetadata } from '#api/contract/upload.ts';
import type { ConnectionTimings } from './connection.rules.ts';
import type { SendState } from './send-progress.ts';

export type SendTimings = ConnectionTimings & {
  progressEveryMs: number;
  /** Interval at which gathered bytes are sent during a recording, ms. */
  partEveryMs: number;
  /** Time without progress after which a request is aborted and retried, ms. */
  stalledAfterMs: number;
};

export type SendEvent =
  | { type: 'state'; state: SendState }
  /**
   * Requests headers with a fresh token; `giveHeaders` answers with the same `ask`. `refused` are headers that the
   * server has just refused.
   */
  | { type: 'headers'; ask: number; refused?: Record<string, string> }
  /** The upload's URL, to be stored for the next try. Null means that the stored URL is to be forgotten. */
  | { type: 'url'; url: string | null };

export type SendInput = {
  metadata: UploadMetadata;
  /** URL of the upload that an earlier try began. If it is null, a new upload is created. */
  url: string | null;
  timings: SendTimings;
};

/**
 * Uploads one file by the tus protocol. `send` resolves when the upload is complete, or rejects with a `WorkerError` whose
 * code is one of the contract's error codes (`session.not_found`, `upload.already_complete`, `upload.quota_exceeded`,
 * `upload.disk_full`, `upload.too_large`, `network.unexpected` …). A failing connection never rejects: it is retried until
 * `stop`.
 */
export type SendContract = {
  send: { input: SendInput & { file: Blob }; output: undefined; event: SendEvent };
  giveHeaders: { input: { ask: number; headers: Record<string, string> }; output: undefined };
  retryNow: { input: undefined; output: undefined };
  stop: { input: undefined; output: undefined };
  resume: { input: undefined; output: undefined };
};

export { startSend, type SendState } from './send-progress.ts';
