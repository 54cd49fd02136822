import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { limits } from '#api/contract/limits.ts';
import { uploadMetadataSchema } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Phone } from '#api/http/app-env.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { findUpload, type FindUploadDeps } from './find-upload.ts';
import type { QuotaStore } from './quota.store.ts';
import { expiresAtMs, limited } from './upload.rules.ts';
import type { UploadRow, UploadStore } from './upload.store.ts';

/** Data of the current request that the tus library does not pass on. */
export type TusRequest = {
  owner: Owner;
  /** The phone without a sign-in that sends the request; null: it was sent by a person. */
  phone: Phone | null;
  /** Id of the upload that the route names; undefined for a call that names none. */
  uploadId: string | undefined;
  /** For DELETE with `Upload-Offset`: the upload is removed only if it has exactly this many bytes. Null for other requests. */
  discards: number | null;
  /** Bytes of the body by its `Content-Length`; 0 without that header. */
  statedBytes: number;
  /** Largest length that the upload may have: the limit of the host, or a larger one that held when the upload began. */
  maxBytes: number;
  /** Why the request was refused (`createTusServer`). */
  refusal?: AppError;
};
export const tusRequests = new AsyncLocalStorage<TusRequest>();

export const currentRequest = (): TusRequest => {
  const request = tusRequests.getStore();
  if (!request) throw new Error('Outside of a request.');
  return request;
};

type StoreDeps = FindUploadDeps & { storage: AudioStore; uploads: UploadStore; quota: QuotaStore };

type Appended = { size: number | null; failure?: unknown };

const partLimit = { bytes: limits.maxPartBytes, code: 'upload.part_too_large' } as const;
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === partLimit.code || error.code === 'upload.quota_exceeded');

/** Data store of the tus library: writes and syncs the bytes first, then the row's offset. */
export class TusStore extends DataStore {
  override readonly extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
  ];
  readonly #deps: StoreDeps;

  constructor(deps: StoreDeps) {
    super();
    this.#deps = deps;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { storage, uploads } = this.#deps;
    const key = audioKey(upload.id);
    await storage.create(key);
    const { owner, phone, maxBytes } = currentRequest();
    try {
      await uploads.create(owner, {
        id: upload.id,
        metadata: uploadMetadataSchema.parse(upload.metadata),
        length: upload.size ?? null,
        maxBytes,
        pairingId: phone?.pairingId ?? null,
      });
    } catch (error) {
      await storage.remove(key);
      throw error;
    }
    upload.creation_date = (await this.getUpload(upload.id)).creation_date;
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.findOwn(id);
    const { file_name, file_type, session_id, mode } = row;
    // The library lets all uploads expire after the same period, by the machine's clock. With this date, an upload
    // expires at its own time (`expiresAtMs`).
    const { uploads, clock } = this.#deps;
    const leftMs = expiresAtMs(await uploads.retentionOfHost(row.host), row) - clock.now();
    return new Upload({
      id,
      offset: row.offset,
      ...(row.length === null ? {} : { size: row.length }),
      metadata: { session_id, file_name, file_type, ...(mode === null ? {} : { mode }) },
      creation_date: new Date(Date.now() + leftMs - this.getExpiration()).toISOString(),
    });
  }

  /** Writes a part. It runs under the lock of the upload, after `getUpload` or `create`. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { quota, uploads } = this.#deps;
    const { owner, statedBytes } = currentRequest();
    const reservation = await quota.reserve(owner);
    try {
      // A part of stated length is refused at once if it does not fit. Otherwise parallel parts would count on the same
      // free bytes.
      if (!(await reservation.setAside(statedBytes))) throw reservation.refusal();
      const { size, failure } = await this.#append(
        limited(source, { ...partLimit, reservation }),
        id,
        offset,
      );
      if (size === null) throw new AppError('upload.not_found', { cause: failure });
      await reservation.keep(Math.max(0, size - offset), async () => {
        if (!(await uploads.moveOffset(id, size))) throw new AppError('upload.not_found', { cause: failure });
      });
      if (failure !== undefined) throw failure;
      return size;
    } finally {
      reservation.end();
    }
  }

  /** Appends bytes. Returns the size of the upload afterwards, null if it is gone, and the error that ended it. */
  async #append(source: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<Appended> {
    const { storage } = this.#deps;
    const key = audioKey(id);
    try {
      return { size: await storage.append(key, offset, source) };
    } catch (failure) {
      const size = await storage.size(key);
      // A refused part leaves nothing; of an interrupted part the synced bytes stay.
      if (size === null || !isRefusal(failure)) return { size, failure };
      await storage.truncate(key, offset);
      return { size: offset, failure };
    }
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await this.#deps.uploads.declareLength(id, length);
  }

  override async remove(id: string): Promise<void> {
    const { offset } = await this.findOwn(id);
    const { discards } = currentRequest();
    // Nobody writes meanwhile, because the request has the lock of the upload.
    if (discards !== null && discards !== offset)
      throw new AppError('upload.offset_conflict', { extra: { have: { bytes: offset, sha256: null } } });
    await this.#deps.uploads.remove(id);
    await this.#deps.storage.remove(audioKey(id));
  }

  override getExpiration(): number {
    return limits.storedUploadExpiryMs;
  }

  /**
   * Finds an upload of the person of the current request.
   * @throws AppError `upload.not_found`, `upload.adopted`
   */
  findOwn(id: string): Promise<UploadRow> {
    return findUpload(this.#deps, currentRequest().owner, id);
  }
}
