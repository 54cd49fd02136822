import { AppError } from '#api/lib/error.ts';

const timeoutMs = 10_000;

export const providerUnreachable = (cause: unknown) => new AppError('auth.provider_unreachable', { cause });

type Options = {
  clientId: string;
  /** Maps a published URL to the one that the server calls. */
  reach(url: string): string;
};

/**
 * Sends a request to a provider: a POST with the fields of `form` and our client id, or a GET without `form`. `attempt`
 * is sent as `Idempotency-Key`.
 * @throws AppError auth.provider_unreachable if there is no response
 */
export type ProviderRequest = (
  url: string,
  form?: Record<string, string>,
  attempt?: string,
) => Promise<Response>;

export function createProviderRequest({ clientId, reach }: Options): ProviderRequest {
  return async (url, form, attempt) => {
    try {
      return await fetch(reach(url), {
        method: form ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(attempt ? { 'idempotency-key': attempt } : {}) },
        ...(form ? { body: new URLSearchParams({ ...form, client_id: clientId }) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw providerUnreachable(cause);
    }
  };
}
