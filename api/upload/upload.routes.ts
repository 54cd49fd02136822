import { errorCatalogue } from '#api/contract/errors.ts';
import { Server } from '@tus/server';
import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { limits } from '#api/contract/limits.ts';
import {
  adoptedHeader,
  uploadListSchema,
  uploadMetadataSchema,
  type UploadList,
} from '#api/contract/upload.ts';
import { describe, rangeRequest } from '#api/http/describe.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { toStorageError } from '#api/storage/storage-error.ts';
import { bodyOf } from '#api/http/body.ts';
import type { AdoptionStore } from './adoption.store.ts';
import { listUploads, sendUpload } from './read-upload.ts';
import { currentRequest, TusStore, tusRequests, type TusRequest } from './tus-store.ts';
import type { QuotaStore } from './quota.store.ts';
import type { UploadLocks } from './upload-locks.ts';
import { checkQuota, maxUploadBytes, tusRefusal } from './upload.rules.ts';
import type { UploadStore } from './upload.store.ts';

export type UploadDeps = {
  storage: AudioStore;
  uploads: UploadStore;
  /** One for the whole server: completing a recording waits for its writers. */
  uploadLocks: UploadLocks;
  adoptions: AdoptionStore;
  quota: QuotaStore;
  sessions: SessionStore;
  clock: Clock;
  /** `stage` allows larger files. */
  environment: string;
};

const path = '/api/v1/uploads';
// The store counts the bytes itself, and removes what a refused part has written.
const part = bodyOf({
  maxBytes: limits.maxPartBytes,
  code: 'upload.part_too_large',
  isStreamed: true,
  isCounted: true,
});
const version = '1.0.0';
const partType = 'application/offset+octet-stream';
const octets = 'application/octet-stream';

const tusHeader = { 'Tus-Resumable': version };
const offset = { 'Upload-Offset': 'Bytes that are there.' };
const length = 'Bytes of the whole; may come with a later part.';
const deferred = '1 while the length is not known.';
const metadata = 'Pairs of key and base64: session_id, file_name, file_type, mode.';

// Time for the current lock holder to store received bytes before its connection is cut.
const lockDrainMs = 250;

/** Removes the CORS headers of the library, because pages of other origins may not call this API. */
const ownHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !name.startsWith('access-control-')));

/** Resumable uploads by the tus protocol 1.0 (§10.7). Behind the guard, mounted at `path`. */
export function createUploadRoutes(deps: UploadDeps) {
  const { uploadLocks, quota, sessions, environment } = deps;
  const datastore = new TusStore(deps);
  const maxSize = maxUploadBytes(environment);
  const tus = new Server({
    path,
    datastore,
    maxSize,
    locker: uploadLocks,
    lockDrainTimeout: lockDrainMs,
    relativeLocation: true,
    // The page has the same origin, so no other one is allowed.
    allowedOrigins: [],
    namingFunction: newId,
    async onIncomingRequest(request, id) {
      const bytes = Number(request.headers.get('content-length') ?? 0);
      if (bytes > limits.maxPartBytes) throw new AppError('upload.part_too_large');
      if (request.method !== 'POST') await datastore.mine(id);
      checkQuota(await quota.find(currentRequest().owner), bytes);
    },
    async onUploadCreate(_request, upload) {
      const { success, data, error } = uploadMetadataSchema.safeParse(upload.metadata ?? {});
      if (!success) {
        const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw new AppError('request.invalid', { extra: { errors } });
      }
      const { owner } = currentRequest();
      const session = await sessions.find(owner, data.session_id);
      if (!session) throw new AppError('session.not_found');
      if (await sessions.audioOf(session.id)) throw new AppError('upload.already_complete');
      // The length of a recording is not known yet: one byte must fit.
      checkQuota(await quota.find(owner), upload.size ?? 1);
      return { metadata: data };
    },
    onResponseError(_request, thrown) {
      const error = toStorageError(thrown) as Error | { status_code: number; body: string };
      const isTus = 'status_code' in error;
      const refusal =
        error instanceof AppError
          ? error
          : isTus
            ? tusRefusal(Number(error.status_code), String((error as { body?: string }).body ?? ''))
            : new AppError('request.failed', { cause: error });
      currentRequest().refusal = refusal;
      return { status_code: errorCatalogue[refusal.code][0], body: '' };
    },
  });

  const ownerOf = (c: Context<AppEnv>): Owner => {
    const { host, id: userId } = c.get('user');
    return { host, userId };
  };
  const handle = async (c: Context<AppEnv>): Promise<Response> => {
    c.header('Tus-Resumable', version);
    if (c.req.method === 'PATCH' && c.req.header('content-type') !== partType)
      throw new AppError('request.media_type');
    const discards = c.req.method === 'DELETE' ? c.req.header('upload-offset') : undefined;
    const request: TusRequest = {
      owner: ownerOf(c),
      discards: discards === undefined ? null : Number(discards),
      statedBytes: Number(c.req.header('content-length') ?? 0),
    };
    const response = await tusRequests.run(request, () => tus.handleWeb(c.req.raw));
    const failure = c.get('bodyFailure');
    if (failure) throw failure;
    if (request.refusal) {
      const { code, extra } = request.refusal;
      // In a header as well, because an answer to HEAD has no body.
      if (code === 'upload.adopted') c.header(adoptedHeader, JSON.stringify(extra));
      throw request.refusal;
    }
    if (response.status >= 400) throw tusRefusal(response.status, await response.text());
    return c.newResponse(response.body, response.status as 200, ownHeaders(response.headers));
  };

  const guarded = true;
  const missing = ['upload.not_found', 'upload.adopted'] as const;
  return (
    new Hono<AppEnv>()
      .get(
        '/',
        describe(
          'upload',
          'Uploads that nobody has completed yet',
          { 200: { schema: uploadListSchema } },
          { guarded },
        ),
        async (c) => {
          c.header('Cache-Control', 'no-store');
          return c.json<UploadList>(await listUploads(deps, ownerOf(c)));
        },
      )
      .post(
        '/',
        describe(
          'upload',
          'Begin a resumable upload (tus 1.0)',
          { 201: { description: 'Begun.', headers: { ...tusHeader, Location: 'The upload.' } } },
          {
            guarded,
            // The first part may come with this request.
            body: { media: partType, isOptional: true },
            headers: {
              ...tusHeader,
              'Upload-Length': length,
              'Upload-Defer-Length': deferred,
              'Upload-Metadata': metadata,
            },
            errors: [
              'session.not_found',
              'upload.already_complete',
              'upload.too_many',
              'upload.too_large',
              'upload.part_too_large',
              'upload.disk_full',
              'upload.quota_exceeded',
            ],
          },
        ),
        part,
        handle,
      )
      .get(
        '/:id',
        describe(
          'upload',
          'The bytes of an upload that are there so far, or a range of them',
          {
            200: { media: octets },
            206: { media: octets, description: 'Content-Range ends with /* while the length is open.' },
            416: { description: 'The range begins behind what is there: Content-Range: bytes */offset.' },
          },
          { guarded, errors: missing, headers: { Range: rangeRequest.Range } },
        ),
        (c) => (c.req.raw.method === 'HEAD' ? handle(c) : sendUpload(c, deps, ownerOf(c), c.req.param('id'))),
      )
      // For the description only: the framework answers HEAD with the route of GET.
      .on(
        'HEAD',
        '/:id',
        describe(
          'upload',
          'How much of an upload is there (tus 1.0)',
          {
            200: {
              description: `410: ${adoptedHeader}, as in the body of GET.`,
              headers: { ...tusHeader, ...offset, 'Upload-Length': length, 'Upload-Defer-Length': deferred },
            },
          },
          { guarded, errors: missing, headers: tusHeader },
        ),
        handle,
      )
      .patch(
        '/:id',
        describe(
          'upload',
          'Append a part of at most 8 MB',
          { 204: { description: 'Appended.', headers: { ...tusHeader, ...offset } } },
          {
            guarded,
            headers: { ...tusHeader, ...offset, 'Upload-Length': length },
            body: { media: partType },
            errors: [
              ...missing,
              'upload.offset_conflict',
              'upload.part_too_large',
              'upload.too_large',
              'upload.disk_full',
              'upload.quota_exceeded',
            ],
          },
        ),
        part,
        handle,
      )
      .delete(
        '/:id',
        describe(
          'upload',
          'Give an upload up; with Upload-Offset only where no other bytes of it are there',
          { 204: { description: 'Removed.', headers: tusHeader } },
          { guarded, headers: { ...tusHeader, ...offset }, errors: [...missing, 'upload.offset_conflict'] },
        ),
        handle,
      )
      .on('OPTIONS', ['/', '/:id'], handle)
  );
}
