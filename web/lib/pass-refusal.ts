import { responseToError } from './api-error.ts';
import { type PassStore, phonePass } from './phone-pass.ts';

/** The call that was refused with 401 and its answer, or a way to ask the server, if other code has got the answer. */
type Refused = { pathname: string; response: Response } | { ask(url: URL): Promise<Response> };

/** Notes that the server has refused the token of a pass. */
export type PassRefusal = (token: string, refused: Refused) => Promise<void>;

/**
 * True for the request that tells that all bytes of a recording have arrived. The server repeats its answer after the pairing has
 * ended.
 */
const isCompletionPath = (path: string): boolean =>
  /^\/api\/v1\/sessions\/[^/]+\/recording-complete\/?$/.test(path);

/**
 * Creates what follows when the server refuses the token of a pass: the token is removed, unless the server says that it has the whole
 * recording. Then `recording-complete` may still be repeated.
 */
export const createPassRefusal =
  (pass: PassStore): PassRefusal =>
  async (token, refused) => {
    const note = async (pathname: string, response: Response): Promise<void> => {
      const { body } = await responseToError(response.clone());
      if (body?.ended === 'finished' && !isCompletionPath(pathname)) pass.finish(token);
      else pass.end(token);
    };
    if ('response' in refused) return note(refused.pathname, refused.response);
    const id = pass.pairingId();
    if (id === null || pass.token() !== token) return;
    const url = new URL(`/api/v1/pairings/${encodeURIComponent(id)}`, self.location.origin);
    const response = await refused.ask(url).catch(() => null);
    if (response?.status === 401) await note(url.pathname, response);
  };

export const onPassRefused = createPassRefusal(phonePass);
