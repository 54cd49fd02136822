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
 * Sends a file. An interrupted upload is resumed if the server still has it (§9: for 24 hours), also after a reload. The
 * address stays stored until `forgetUpload`, so that a failed completion does not send the file twice. A session that has audio
 * already counts as sent. All else is as in `sendBlob`.
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

export function forgetUpload(file: SentFile, storage: Storage): void {
  try {
    storage.removeItem(keyOf(file));
  } catch {
    // Storage is denied, so nothing was stored.
  }
}

type KeptUpload = { url: string; atMs: number };

/** Stores the address of an upload. If storage is denied, an interrupted upload starts anew after a reload. */
function keep(storage: Storage, key: string, kept: KeptUpload): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is denied or full.
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
    // Storage is denied.
  }
}
