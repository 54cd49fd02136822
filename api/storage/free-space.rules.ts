import type { HealthPart } from '#api/contract/health.ts';

/** Below this free space nothing can be stored reliably, because the database needs some for its log. */
const fullBytes = 50e6;
/** Below this free space, about as much as some recordings, health warns the administrator. */
const lowBytes = 2e9;

export function spaceToPart(freeBytes: number): HealthPart {
  if (freeBytes < fullBytes) return { status: 'failed', code: 'storage.full' };
  return freeBytes < lowBytes ? { status: 'low', code: 'storage.low' } : { status: 'ok' };
}
