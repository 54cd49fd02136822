import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

export const ExportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./export-dialog.tsx'))).ExportDialog,
}));
