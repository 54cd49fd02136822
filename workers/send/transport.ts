/** One request of the protocol. `signal` ends it; `onProgress` tells how many bytes of the body have gone. */
export type SendRequest = {
  method: 'POST' | 'HEAD' | 'PATCH' | 'GET' | 'DELETE';
  /** A path of our server, or an address. */
  url: string;
  headers: Record<string, string>;
  body: Blob | Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal;
  onProgress(bytes: number): void;
};

/** `status`: 0 if no answer came. `bytes`: the body of a `GET` that was answered with 200 or 206. */
export type SendAnswer = {
  status: number;
  header(name: string): string | null;
  text: string;
  bytes?: Uint8Array<ArrayBuffer>;
};

export const noAnswer: SendAnswer = { status: 0, header: () => null, text: '' };

/** How requests go out. Resolves with whatever came back; rejects with the reason of `signal` only. */
export type Transport = (request: SendRequest) => Promise<SendAnswer>;
