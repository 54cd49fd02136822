import { errorCatalogue } from '#api/contract/errors.ts';
import {
  adoptedHeader,
  adoptedUploadSchema,
  type AdoptedUpload,
  type UploadMetadata,
} from '#api/contract/upload.ts';
import type { SendAnswer, SendRequest } from './transport.ts';

export const endpoint = '/api/v1/uploads';

/** Headers of every request (tus 1.0.0, https://tus.io/protocols/resumable-upload). */
export const tusHeaders = { 'tus-resumable': '1.0.0' };

/** Returns the headers of a request that creates an upload. `lengthBytes` is null if the length is declared later. */
export const creationHeaders = (
  metadata: UploadMetadata,
  lengthBytes: number | null,
): Record<string, string> => ({
  ...tusHeaders,
  ...(lengthBytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(lengthBytes) }),
  'upload-metadata': encodeMetadata(metadata),
});

/**
 * Returns the headers of a request that sends a part. `declaredBytes` is the length of the upload, declared with the
 * last part of a growing source; null with any other part.
 */
export const partHeaders = (offset: number, declaredBytes: number | null): Record<string, string> => ({
  ...tusHeaders,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
  ...(declaredBytes === null ? {} : { 'upload-length': String(declaredBytes) }),
});

const encodeMetadata = (metadata: UploadMetadata): string =>
  Object.entries(metadata)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',');

export type Meaning =
  | { type: 'created'; url: string }
  /**
   * The server has `offset` bytes. `lengthBytes` is the declared length of the upload; null if none was declared yet.
   */
  | { type: 'stored'; offset: number; lengthBytes: number | null }
  /**
   * A temporary failure of network or server. `isBreak` is true if the part may have been too large for the connection.
   */
  | { type: 'failed'; retryAfterMs: number; isBreak: boolean }
  /** The server has another offset, or still writes an earlier part. */
  | { type: 'conflict' }
  | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'gone' }
  | { type: 'adopted'; adopted: AdoptedUpload }
  | { type: 'unauthorized'; code: string }
  /** A proxy accepts only smaller bodies. */
  | { type: 'bodyTooLarge' }
  /**
   * No retry helps. `code` is an error code of the contract, or `network.unexpected` if the answer is not from our
   * server.
   */
  | { type: 'refused'; code: string };

/** Statuses of a slow or broken connection: no answer, 408 request time-out, 504 gateway time-out. */
const breaks = new Set([0, 408, 504]);
const passing = new Set([0, 408, 425, 429]);

export function meaningOf(method: SendRequest['method'], answer: SendAnswer, nowMs: number): Meaning {
  const { status } = answer;
  const failed: Meaning = {
    type: 'failed',
    retryAfterMs: retryAfterMs(answer.header('retry-after'), nowMs),
    isBreak: breaks.has(status),
  };
  if (status >= 200 && status < 300) return successOf(method, answer) ?? failed;
  if (passing.has(status)) return failed;
  const code = codeOf(answer.text);
  const isOurs = code !== null || answer.header('tus-resumable') !== null;
  if (code === 'upload.disk_full' || code === 'upload.quota_exceeded') return { type: 'refused', code };
  if (status >= 500) return failed;
  switch (status) {
    case 401:
      return { type: 'unauthorized', code: code ?? 'auth.required' };
    case 404:
    case 410:
      // A proxy gives the same answer while its server restarts.
      if (!isOurs) return failed;
      if (status === 410) {
        // The answer to a `HEAD` has no body, so the facts come in a header.
        const adopted = adoptedOf(answer.header(adoptedHeader) ?? answer.text);
        if (adopted) return { type: 'adopted', adopted };
      }
      return method === 'POST' ? { type: 'refused', code: code ?? 'network.unexpected' } : { type: 'gone' };
    case 409:
    case 423:
      if (method === 'POST') return code ? { type: 'refused', code } : failed;
      return code === 'upload.already_complete' ? { type: 'refused', code } : { type: 'conflict' };
    case 413:
      if (method === 'PATCH' && code !== 'upload.too_large') return { type: 'bodyTooLarge' };
  }
  // A redirection (3xx) comes from a network that requires its own sign-in first.
  return status < 400 ? failed : { type: 'refused', code: code ?? 'network.unexpected' };
}

/** Returns what a successful answer means; null if a header of the protocol is missing, as in the answer of a proxy. */
function successOf(method: SendRequest['method'], answer: SendAnswer): Meaning | null {
  if (method === 'POST') {
    const url = answer.header('location');
    return url ? { type: 'created', url } : null;
  }
  if (method === 'GET') return answer.bytes ? { type: 'bytes', bytes: answer.bytes } : null;
  const offset = wholeNumber(answer.header('upload-offset'));
  if (offset === null) return null;
  return { type: 'stored', offset, lengthBytes: wholeNumber(answer.header('upload-length')) };
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) ? Number(text) : null;

/** Reads `Retry-After` (RFC 9110, 10.2.3), which has seconds or a date. Returns 0 if it is absent or invalid. */
function retryAfterMs(text: string | null, nowMs: number): number {
  if (!text) return 0;
  const seconds = wholeNumber(text.trim());
  if (seconds !== null) return seconds * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}

/** Reads the facts of an adopted upload. Returns null if the text describes none. */
function adoptedOf(text: string): AdoptedUpload | null {
  const { success, data } = adoptedUploadSchema.safeParse(parseJson(text));
  return success ? data : null;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns the error code of an answer; null for an unknown one, which may come from a proxy. */
function codeOf(text: string): string | null {
  const body = parseJson(text);
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code) ? code : null;
}
