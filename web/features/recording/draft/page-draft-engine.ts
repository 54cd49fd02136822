import type { DraftEngine } from './draft-engine.ts';

/** Returns what this device has for drafts. */
export const draftEngine = (): DraftEngine | null => null;
