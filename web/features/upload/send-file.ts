import { Upload } from 'tus-js-client';
import type { DetailedError, HttpStack, PreviousUpload } from 'tus-js-client';
import { limits } from '#api/contract/limits.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { isUploadRetried } from './sending.rules.ts';

export type SendEvent =
  | { type: 'sent'; bytesSent: number }
  | { type: 'stored'; bytesStored: number }
  | { type: 'retrying'; attempt: number; delayMs: number }
  | { type: 'offline' };

export type SendOptions = {
  metadata: UploadMetadata;
  /** Hex digest of the file: under it an interrupted upload is found again. */
  sha256: string;
  /** Headers of a request, asked anew for each. */
  headers(): Promise<Record<string, string>>;
  retryDelaysMs: readonly number[];
  progressThrottleMs: number;
  signal: AbortSignal;
  onEvent(event: SendEvent): void;
  /** Another transport than the browser's, for tests. */
  httpStack?: HttpStack;
};

const endpoint = '/api/v1/uploads';

/**
 * Sends a file by the tus protocol in parts of `limits.maxPartBytes`, one after the other. Takes up what an earlier try left
 * on the server, waits while the device is offline, repeats what fails on the way. Rejects with an `ApiError`, or with the
 * reason of `signal`; what the server has stays there for the next try.
 */
export async function sendFile(file: Blob, options: SendOptions): Promise<void> {
  for (;;) {
    options.signal.throwIfAborted();
    const outcome = await attempt(file, options);
    if (outcome === 'done') return;
    options.onEvent({ type: 'offline' });
    await isOnlineAgain(options.signal);
  }
}

/** One life of the protocol's client: until all is there, the way is given up, or the device goes offline. */
function attempt(file: Blob, options: SendOptions): Promise<'done' | 'offline'> {
  const { signal, onEvent } = options;
  return new Promise((resolve, reject) => {
    let reportedAtMs = 0;
    const upload = new Upload(file as File, {
      endpoint,
      chunkSize: limits.maxPartBytes,
      retryDelays: [...options.retryDelaysMs],
      parallelUploads: 1,
      metadata: { ...options.metadata },
      fingerprint: () => Promise.resolve(fingerprintOf(options)),
      removeFingerprintOnSuccess: true,
      ...(options.httpStack ? { httpStack: options.httpStack } : {}),
      async onBeforeRequest(request) {
        for (const [name, value] of Object.entries(await options.headers())) request.setHeader(name, value);
      },
      onProgress(bytesSent) {
        const nowMs = performance.now();
        if (nowMs - reportedAtMs < options.progressThrottleMs) return;
        reportedAtMs = nowMs;
        onEvent({ type: 'sent', bytesSent });
      },
      onChunkComplete: (_partBytes, bytesStored) => onEvent({ type: 'stored', bytesStored }),
      onShouldRetry(error, retryAttempt) {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (!navigator.onLine || !isUploadRetried(status, codeOf(error), retryAttempt)) return false;
        const delayMs = options.retryDelaysMs[retryAttempt] ?? 0;
        onEvent({ type: 'retrying', attempt: retryAttempt + 1, delayMs });
        return true;
      },
      onSuccess() {
        signal.removeEventListener('abort', onAbort);
        resolve('done');
      },
      onError(error) {
        signal.removeEventListener('abort', onAbort);
        const failure = toApiError(error);
        if (failure.code === 'upload.already_complete') resolve('done');
        else if (failure.status === 0 && !navigator.onLine) resolve('offline');
        else reject(failure);
      },
    });
    const onAbort = () => {
      void upload.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const start = (previous: PreviousUpload[]) => {
      if (signal.aborted) return;
      const usable = previous.find(isFresh);
      if (usable) upload.resumeFromPreviousUpload(usable);
      upload.start();
    };
    // Storage may be denied; then the upload simply starts from its beginning.
    upload.findPreviousUploads().then(start, () => start([]));
  });
}

/** Forgets what is stored about an upload, so that the next try starts anew. */
export function forgetUpload(upload: { sha256: string; metadata: UploadMetadata }, storage: Storage): void {
  const prefix = `tus::${fingerprintOf(upload)}::`;
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
}

const fingerprintOf = ({ sha256, metadata }: Pick<SendOptions, 'sha256' | 'metadata'>): string =>
  `wortlaut-${metadata.session_id}-${sha256}`;

const isFresh = ({ creationTime }: PreviousUpload): boolean =>
  Date.now() - Date.parse(creationTime) < limits.storedUploadExpiryMs;

function isOnlineAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (navigator.onLine) return resolve();
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function bodyOf(error: Error | DetailedError): { code?: unknown } | null {
  const text = 'originalResponse' in error ? error.originalResponse?.getBody() : null;
  try {
    const body: unknown = text ? JSON.parse(text) : null;
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

function codeOf(error: Error | DetailedError): string | null {
  const code = bodyOf(error)?.code;
  return typeof code === 'string' ? code : null;
}

function toApiError(error: Error | DetailedError): ApiError {
  const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
  const code = codeOf(error) ?? (status === 0 ? 'network.failed' : 'network.unexpected');
  return new ApiError(code, status, null, error);
}
