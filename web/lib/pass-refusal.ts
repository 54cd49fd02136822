import { responseToError } from './api-error.ts';
import { isCompletionPath } from './http.rules.ts';
import type { PassStore } from './phone-pass.ts';

/** The beginning of every token of a pass. Such a token cannot be renewed. */
const passTokenStart = 'wlphone_';

const bearerOf = (header: string | null | undefined): string | null =>
  /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? null;

export const isPassToken = (token: string): boolean => token.startsWith(passTokenStart);

/** Returns the access token in headers; null if there is none. */
export const accessIn = (headers: Record<string, string> | undefined): string | null =>
  bearerOf(headers?.['authorization']);

/** Returns the token of a pass that a caller has put into the headers; null if there is none. */
export function carriedPass(headers: Headers): string | null {
  const token = bearerOf(headers.get('authorization'));
  return token !== null && isPassToken(token) ? token : null;
}

export type PassOfPhone = Pick<PassStore, 'token' | 'pairingId'> & {
  end(...refusal: Parameters<PassStore['end']>): void | Promise<void>;
};

type PassRefusalDeps = {
  pass: PassOfPhone;
  send(request: Request): Promise<Response>;
  /** Returns the headers of a request with this token. */
  headersOf(token: string): Record<string, string>;
};

/** Creates what follows when the server refuses the token of a pass. */
export function createPassRefusal({ pass, send, headersOf }: PassRefusalDeps) {
  /** Notes a refusal, and whether the server says that it has the whole recording. */
  async function note(token: string, pathname: string, response: Response): Promise<void> {
    const { body } = await responseToError(response.clone());
    await pass.end(token, body?.ended === 'finished' && !isCompletionPath(pathname));
  }

  return {
    note,
    /** Asks the server why it has refused the token to other code, which does not know the reason, and notes that. */
    async askWhy(token: string): Promise<void> {
      const id = pass.pairingId();
      if (id === null || pass.token() !== token) return;
      const pathname = `/api/v1/pairings/${encodeURIComponent(id)}`;
      const request = new Request(new URL(pathname, self.location.origin), { headers: headersOf(token) });
      const response = await send(request).catch(() => null);
      if (response?.status === 401) await note(token, pathname, response);
    },
  };
}
