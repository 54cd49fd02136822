import { type PairingEnd, pairingEnds } from '#api/contract/pairing.ts';
import { isApiError } from '#web/lib/api-error.ts';

/** Reads from a refusal why the pairing is over, if the server says it. */
export function endOf(error: unknown): PairingEnd | 'gone' {
  if (!isApiError(error) || error.status !== 410) return 'gone';
  return pairingEnds.find((end) => end === error.body?.ended) ?? 'gone';
}
