import type { Health } from '#api/contract/health.ts';

/** Returns `failed` if nothing can be stored, and `degraded` if a part is missing but the rest works. */
export function overallStatus(parts: Health['parts']): Health['status'] {
  if (parts.database.status === 'failed' || parts.storage.status === 'failed') return 'failed';
  return Object.values(parts).every((part) => part.status === 'ok') ? 'ok' : 'degraded';
}
