import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

/** The component and its code are loaded only after the sign-in. */
export const SendUnsent = lazy(async () => ({
  default: (await loadPart(() => import('./send-unsent.tsx'))).SendUnsent,
}));
