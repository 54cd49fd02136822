import { limits } from '#api/contract/limits.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import { problemOf } from '#web/lib/api-error.ts';
import { sendBlob } from '#workers/send/send.client.ts';
import type { SendBlobOptions, Sending } from '#workers/send/send.client.ts';

export type SendFileOptions = Omit<SendBlobOptions, 'url' | 'onUrl'> & {
  /** SHA-256 of the file, hexadecimal. It identifies an interrupted upload. */
  sha256: string;
  storage: Storage;
  now(): number;
  send?: typeof sendBlob;
};

export type SendingFile = Sending & {
  /** True if the session had audio before this upload. `recording-complete` decides whether it is this file. */
  hadSound(): boolean;
};

type SentFile = { metadata: UploadMetadata; sha256: string };

const prefix = 'wortlaut-upload-';

const keyOf = ({ metadata, sha256 }: SentFile): string => `${prefix}${metadata.session_id}-${sha256}`;

/**
 * Sends a file. An interrupted upload is resumed if the server still has it (§9: for 24 hours), also after a reload.
 * The address of the upload stays stored until `forgetUpload`, so that the file is not sent twice if the completion
 * fails. If the session has audio already, the file counts as sent. In all other respects this works like `sendBlob`.
 */
export function sendFile(file: Blob, options: SendFileOptions): SendingFile {
  const { sha256, storage, now, send = sendBlob, ...rest } = options;
  const { metadata } = rest;
  forgetExpired(storage, now());
  const sending = send(file, {
    ...rest,
    url: storedUrl(storage, keyOf({ metadata, sha256 })),
    onUrl(url) {
      if (url === null) return forgetUpload({ metadata, sha256 }, storage);
      store(storage, keyOf({ metadata, sha256 }), { url, atMs: now() });
    },
  });
  let hadSound = false;
  const done = sending.done.catch((error: unknown) => {
    if (problemOf(error).code !== 'upload.already_complete') throw error;
    hadSound = true;
  });
  return { ...sending, done, hadSound: () => hadSound };
}

export function forgetUpload(file: SentFile, storage: Storage): void {
  try {
    storage.removeItem(keyOf(file));
  } catch {
    // Storage is denied, so nothing was stored.
  }
}

type StoredUpload = { url: string; atMs: number };

/** Stores the address of an upload. If storage is denied, an interrupted upload starts anew after a reload. */
function store(storage: Storage, key: string, stored: StoredUpload): void {
  try {
    storage.setItem(key, JSON.stringify(stored));
  } catch {
    // Storage is denied or full, so the address is not stored.
  }
}

function readStored(storage: Storage, key: string): StoredUpload | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as Partial<StoredUpload> | null;
    return typeof stored?.url === 'string' && typeof stored.atMs === 'number'
      ? (stored as StoredUpload)
      : null;
  } catch {
    return null;
  }
}

const storedUrl = (storage: Storage, key: string): string | null => readStored(storage, key)?.url ?? null;

function forgetExpired(storage: Storage, nowMs: number): void {
  try {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(prefix)) continue;
      const stored = readStored(storage, key);
      if (!stored || nowMs - stored.atMs > limits.storedUploadExpiryMs) storage.removeItem(key);
    }
  } catch {
    // Storage is denied, so nothing was stored.
  }
}
