import type { z } from 'zod';
import type { progressSchema } from '#api/contract/session.ts';

/** `isOverdue` decides the status of the session. It is not sent to the page. */
export type Progress = z.infer<typeof progressSchema> & { isOverdue: boolean };
