import { createLeases } from '#web/lib/lease.ts';
import type { TranscriptEditor } from './transcript-editor.ts';

/** Time after which an editor that no screen shows is disposed of, ms. */
const unseenMs = 5 * 60_000;

export const editors = createLeases<TranscriptEditor>(unseenMs);
