import type { HealthPart } from '#api/contract/health.ts';

/** Below it nothing can be kept reliably: the database alone needs some for its log. */
const fullBytes = 50e6;
/** Room for a handful of recordings: somebody should look. */
const lowBytes = 2e9;

export function spaceToPart(freeBytes: number): HealthPart {
  if (freeBytes < fullBytes) return { status: 'failed', code: 'storage.full' };
  return freeBytes < lowBytes ? { status: 'low', code: 'storage.low' } : { status: 'ok' };
}
