import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

export const ShareDialog = lazy(async () => ({
  default: (await loadPart(() => import('./share-dialog.tsx'))).ShareDialog,
}));
