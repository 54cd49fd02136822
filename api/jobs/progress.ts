import type { z } from 'zod';
import type { progressSchema } from '#api/contract/session.ts';

/** How far the work on a session is. `isOverdue` decides the status and is not shown. */
export type Progress = z.infer<typeof progressSchema> & { isOverdue: boolean };
