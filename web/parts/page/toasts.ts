import { createToastQueue } from '#web/ui/toast-queue.ts';

/** The one queue; the shell shows it. */
export const toasts = createToastQueue();
