/** A request. `onProgress` receives the number of bytes of the body sent, or of the answer received, so far. */
export type SendRequest = {
  method: 'POST' | 'HEAD' | 'PATCH' | 'GET' | 'DELETE';
  /** A path on our server, or a URL. */
  url: string;
  headers: Record<string, string>;
  body: Blob | Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal;
  onProgress(bytes: number): void;
};

/**
 * The answer to a request. `status` is 0 if no answer came. `bytes` is the body of a `GET` that was answered with 200
 * or 206.
 */
export type SendAnswer = {
  status: number;
  header(name: string): string | null;
  text: string;
  bytes?: Uint8Array<ArrayBuffer>;
};

export const noAnswer: SendAnswer = { status: 0, header: () => null, text: '' };

/** Sends a request. Resolves with any answer, or none; rejects only with the reason of `signal`. */
export type Transport = (request: SendRequest) => Promise<SendAnswer>;
