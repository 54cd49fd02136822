import { Server } from '@tus/server';
import { errorCatalogue } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { uploadMetadataSchema, type UploadMetadata } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { newId } from '#api/lib/id.ts';
import { toStorageError } from '#api/storage/storage-error.ts';
import { currentRequest, TusStore } from './tus-store.ts';
import type { UploadDeps, UploadingPhones } from './upload-deps.ts';
import { checkQuota, maxUploadBytes, tusRefusal } from './upload.rules.ts';
import type { UploadRow } from './upload.store.ts';

const path = '/api/v1/uploads';
// Time for the current lock holder to store received bytes before its connection is cut.
const lockDrainMs = 250;

/**
 * Creates the server of the tus library with our store, locks and limits. A request must run in `tusRequests`, where a
 * refusal is stored, because the library's own answer has no error code.
 */
export function createTusServer(deps: UploadDeps & UploadingPhones) {
  const { uploadLocks, quota, environment } = deps;
  const datastore = new TusStore(deps);
  return new Server({
    path,
    datastore,
    maxSize: () => currentRequest().maxBytes,
    locker: uploadLocks,
    lockDrainTimeout: lockDrainMs,
    relativeLocation: true,
    // The page has the same origin, so no other one is allowed.
    allowedOrigins: [],
    namingFunction: newId,
    // By default the library reads the id from the whole URL, its query included. It must use the id that the route has checked, the
    // parameter of the path.
    getFileIdFromRequest: () => currentRequest().uploadId,
    async onIncomingRequest(request, id) {
      const bytes = Number(request.headers.get('content-length') ?? 0);
      if (bytes > limits.maxPartBytes) throw new AppError('upload.part_too_large');
      if (request.method !== 'POST') allowFormerLimit(await datastore.findOwn(id), environment);
      // Without bytes nothing is refused, so what the person uses is not summed up.
      if (bytes > 0) checkQuota(await quota.find(currentRequest().owner), bytes);
    },
    onUploadCreate: async (_request, upload) => ({
      metadata: await checkBeginning(deps, upload.metadata ?? {}, upload.size),
    }),
    onResponseError(_request, error) {
      const refusal = toRefusal(error);
      currentRequest().refusal = refusal;
      return { status_code: errorCatalogue[refusal.code][0], body: '' };
    },
  });
}

/** A limit that was lowered since an upload began does not stop it. Older versions knew the limit of the environment alone. */
function allowFormerLimit({ max_bytes: formerBytes }: UploadRow, environment: string): void {
  const request = currentRequest();
  request.maxBytes = Math.max(request.maxBytes, formerBytes ?? maxUploadBytes(environment));
}

/**
 * Checks whether an upload may begin, and returns its metadata.
 * @throws AppError `request.invalid`, `session.not_found`, `upload.already_complete`, `upload.quota_exceeded`
 */
async function checkBeginning(
  { sessions, quota, phoneReach }: Pick<UploadDeps, 'sessions' | 'quota'> & UploadingPhones,
  metadata: Record<string, string | null>,
  size: number | undefined,
): Promise<UploadMetadata> {
  const { success, data, error } = uploadMetadataSchema.safeParse(metadata);
  if (!success) {
    const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new AppError('request.invalid', { extra: { errors } });
  }
  const { owner, phone } = currentRequest();
  if (phone) await phoneReach.mustHaveSession(owner, phone, data.session_id);
  const session = orNotFound(await sessions.find(owner, data.session_id));
  if (await sessions.audioOf(session.id)) throw new AppError('upload.already_complete');
  // The length of a recording is not known yet, so there must be room for one byte.
  checkQuota(await quota.find(owner), size ?? 1);
  return data;
}

/** Turns what the library or the store threw into an error code. */
function toRefusal(thrown: unknown): AppError {
  const error = toStorageError(thrown) as Error | { status_code: number; body?: string };
  if (error instanceof AppError) return error;
  return 'status_code' in error
    ? tusRefusal(Number(error.status_code), String(error.body ?? ''))
    : new AppError('request.failed', { cause: error });
}
