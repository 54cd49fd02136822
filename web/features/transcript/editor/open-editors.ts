import { createLeases } from '#web/lib/lease.ts';
import type { TranscriptEditor } from './transcript-editor.ts';

/** An editor that nobody looks at any more goes after so long. */
const unseenMs = 5 * 60_000;

export const editors = createLeases<TranscriptEditor>(unseenMs);
