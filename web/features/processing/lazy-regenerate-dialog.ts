import { lazy } from 'react';
import { loadPart, neededOffline } from '#web/lib/load-part.ts';

const load = neededOffline(() => import('./regenerate-dialog.tsx'));

export const RegenerateDialog = lazy(async () => ({ default: (await loadPart(load)).RegenerateDialog }));
