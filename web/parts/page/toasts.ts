import { createToastQueue } from '#web/ui/toast-queue.ts';

export const toasts = createToastQueue();
