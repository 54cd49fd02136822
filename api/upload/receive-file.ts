import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { uploadMetadataSchema } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { limited, type Allowance } from './upload.rules.ts';

export type ReceivedFile = { bytes: number; sha256: string; fileName: string; fileType: string };

const maxFields = 10;
const maxFieldBytes = 10_000;

/**
 * Streams the field `file` of a multipart body to the store; `file_name` and `file_type` may come as fields of their own.
 * What a failure leaves under the key is the caller's to remove.
 * @throws AppError `upload.no_file`, `upload.too_large`, `upload.quota_exceeded`, `upload.disk_full`, `request.invalid`
 */
export async function receiveFile(input: {
  body: ReadableStream;
  contentType: string;
  /** Of the file. */
  allowed: Allowance;
  storage: AudioStore;
  key: string;
}): Promise<ReceivedFile> {
  const { body, contentType, allowed, storage, key } = input;
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType)) throw new AppError('upload.no_file');
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes },
  });
  const fields = new Map<string, string>();
  const ending = new AbortController();
  let storing: Promise<{ bytes: number; sha256: string }> | undefined;
  let open: BusboyFileStream | undefined;
  let described = { name: '', type: '' };

  parser.on('field', (name, value) => void fields.set(name, value));
  parser.on('file', (_field, stream, fileName, _encoding, type) => {
    open = stream;
    // it fails again after whoever reads it has gone
    stream.on('error', () => {});
    described = { name: fileName, type };
    storing = store(storage, key, limited(stream, allowed));
    // a file that cannot be kept ends the whole request at once
    storing.catch((error: unknown) => ending.abort(error));
  });

  try {
    await pipeline(Readable.fromWeb(body as never), parser, { signal: ending.signal });
  } catch (error) {
    open?.destroy(error as Error);
    await storing?.catch(() => {});
    const cause: unknown = ending.signal.aborted ? ending.signal.reason : error;
    const isOurs = cause instanceof AppError || (cause as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs ? cause : new AppError('request.invalid', { cause });
  }
  const stored = await storing;
  if (!stored || stored.bytes === 0) throw new AppError('upload.no_file');
  const { file_name: fileName, file_type: fileType } = uploadMetadataSchema.omit({ session_id: true }).parse({
    file_name: (fields.get('file_name') || described.name || 'file').slice(0, 500),
    file_type: (fields.get('file_type') || described.type || '').slice(0, 200),
  });
  return { ...stored, fileName, fileType };
}

async function store(storage: AudioStore, key: string, source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await storage.create(key);
  const bytes = await storage.append(key, 0, hashed());
  return { bytes, sha256: hash.digest('hex') };
}
