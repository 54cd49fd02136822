import type { z } from 'zod';
import type { progressSchema } from '#api/contract/session.ts';

/** `isOverdue` decides the session's status and is not sent. */
export type Progress = z.infer<typeof progressSchema> & { isOverdue: boolean };
