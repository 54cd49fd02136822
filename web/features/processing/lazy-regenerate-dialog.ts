import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

const load = () => import('./regenerate-dialog.tsx');

export const RegenerateDialog = lazy(async () => ({ default: (await loadPart(load)).RegenerateDialog }));
