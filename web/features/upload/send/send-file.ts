import { limits } from '#api/contract/limits.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import { problemOf } from '#web/lib/api-error.ts';
import { sendBlob } from '#workers/send/send.client.ts';
import type { SendBlobOptions, Sending } from '#workers/send/send.client.ts';

export type SendFileOptions = Omit<SendBlobOptions, 'url' | 'onUrl'> & {
  /** Hex digest of the file: under it an interrupted upload is found again. */
  sha256: string;
  /** Where the address of an interrupted upload is kept. */
  storage: Storage;
  now(): number;
  /** Another sender than the worker's, for tests. */
  send?: typeof sendBlob;
};

export type SendingFile = Sending & {
  /** True if the session already had audio. `recording-complete` tells if it is this file. */
  hadSound(): boolean;
};

type SentFile = { metadata: UploadMetadata; sha256: string };

const prefix = 'wortlaut-upload-';

const keyOf = ({ metadata, sha256 }: SentFile): string => `${prefix}${metadata.session_id}-${sha256}`;

/**
 * Sends a file and goes on with what an earlier try left on the server (§9: for 24 hours), also after a reload. What is
 * there stays known until it is forgotten, so that a recording whose completion failed is not sent twice. A session that has
 * its sound already counts as sent. Else as `sendBlob`.
 */
export function sendFile(file: Blob, options: SendFileOptions): SendingFile {
  const { sha256, storage, now, send = sendBlob, ...rest } = options;
  const { metadata } = rest;
  forgetExpired(storage, now());
  const sending = send(file, {
    ...rest,
    url: keptUrl(storage, keyOf({ metadata, sha256 })),
    onUrl(url) {
      if (url === null) return forgetUpload({ metadata, sha256 }, storage);
      keep(storage, keyOf({ metadata, sha256 }), { url, atMs: now() });
    },
  });
  let hadSound = false;
  const done = sending.done.catch((error: unknown) => {
    if (problemOf(error).code !== 'upload.already_complete') throw error;
    hadSound = true;
  });
  return { ...sending, done, hadSound: () => hadSound };
}

/** Forgets where a file was sent to: the next try starts anew. */
export function forgetUpload(file: SentFile, storage: Storage): void {
  try {
    storage.removeItem(keyOf(file));
  } catch {
    // denied: then nothing was kept
  }
}

type KeptUpload = { url: string; atMs: number };

/** Storage may be denied or full; then an interrupted upload starts anew after a reload. */
function keep(storage: Storage, key: string, kept: KeptUpload): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch {
    // as above
  }
}

function readKept(storage: Storage, key: string): KeptUpload | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Partial<KeptUpload> | null;
    return typeof kept?.url === 'string' && typeof kept.atMs === 'number' ? (kept as KeptUpload) : null;
  } catch {
    return null;
  }
}

const keptUrl = (storage: Storage, key: string): string | null => readKept(storage, key)?.url ?? null;

function forgetExpired(storage: Storage, nowMs: number): void {
  try {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(prefix)) continue;
      const kept = readKept(storage, key);
      if (!kept || nowMs - kept.atMs > limits.storedUploadExpiryMs) storage.removeItem(key);
    }
  } catch {
    // as above
  }
}
