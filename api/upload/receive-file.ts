import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { limits } from '#api/contract/limits.ts';
import { minuteMs } from '#api/contract/time.ts';
import { uploadMetadataSchema } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { limited, type Allowance } from './upload.rules.ts';

type ReceivedFile = { bytes: number; sha256: string; fileName: string; fileType: string };

const maxFields = 10;
const maxFieldBytes = 10_000;
// Largest length of a boundary in characters (RFC 2046, 5.1.1).
const maxBoundaryLength = 70;
/** Time for the parser to end after the end of the body, ms. */
const parseEndMs = minuteMs;

/**
 * Streams the field `file` of a multipart body to the store; `file_name` and `file_type` may come as fields of their own.
 * After a failure the caller removes the object.
 * @throws AppError `upload.no_file`, `upload.empty`, `upload.one_file`, `request.media_type`, `upload.too_large`,
 *   `upload.quota_exceeded`, `upload.disk_full`, `request.invalid`
 */
export async function receiveFile(input: {
  body: ReadableStream;
  contentType: string;
  allowed: Allowance;
  storage: AudioStore;
  key: string;
}): Promise<ReceivedFile> {
  const { body, contentType, allowed, storage, key } = input;
  const parser = openParser(contentType);
  const fields = new Map<string, string>();
  const ending = new AbortController();
  let storing: Promise<{ bytes: number; sha256: string }> | undefined;
  const ends: NodeJS.Timeout[] = [];
  let open: BusboyFileStream | undefined;
  let described = { name: '', type: '' };

  parser.on('filesLimit', () => ending.abort(new AppError('upload.one_file')));
  parser.on('field', (name, value) => void fields.set(name, value));
  parser.on('file', (_field, stream, fileName, _encoding, type) => {
    open = stream;
    // The stream fails again after its reader has gone. This error is ignored.
    stream.on('error', () => {});
    described = { name: fileName, type };
    storing = store(storage, key, limited(stream, allowed));
    // A file that cannot be stored ends the whole request at once.
    storing.catch((error: unknown) => ending.abort(error));
  });

  try {
    const source = Readable.fromWeb(body as never);
    // A parser that has not ended a minute after the body will never end.
    source.once('end', () =>
      ends.push(setTimeout(() => ending.abort(new AppError('request.invalid')), parseEndMs)),
    );
    await pipeline(source, parser, { signal: ending.signal });
  } catch (error) {
    open?.destroy(error as Error);
    await storing?.catch(() => {});
    const cause: unknown = ending.signal.aborted ? ending.signal.reason : error;
    const isOurs = cause instanceof AppError || (cause as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs ? cause : new AppError('request.invalid', { cause });
  } finally {
    ends.forEach(clearTimeout);
  }
  const stored = await storing;
  if (!stored) throw new AppError('upload.no_file');
  if (stored.bytes === 0) throw new AppError('upload.empty');
  const { file_name: fileName, file_type: fileType } = uploadMetadataSchema.omit({ session_id: true }).parse({
    file_name: (fields.get('file_name') || described.name || 'file').slice(0, 500),
    file_type: (fields.get('file_type') || described.type || '').slice(0, 200),
  });
  return { ...stored, fileName, fileType };
}

/** Opens a parser for the body. @throws AppError `request.media_type`, `request.invalid` */
function openParser(contentType: string): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) throw new AppError('request.media_type');
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  const { length } = quoted ?? plain ?? '';
  if (length < 1 || length > maxBoundaryLength) {
    const message = `the boundary must have 1 to ${maxBoundaryLength} characters`;
    throw new AppError('request.invalid', { extra: { errors: [{ path: 'content-type', message }] } });
  }
  return new Busboy({
    headers: { 'content-type': contentType },
    limits: { files: limits.maxUploadFiles, fields: maxFields, fieldSize: maxFieldBytes },
  });
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
