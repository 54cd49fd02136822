import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

// A host may have no pairing, and most sessions have no phone.
const loadPanel = () => import('./mirror-panel.tsx');
const loadDialog = () => import('./pair-dialog.tsx');

export const MirrorPanel = lazy(async () => ({ default: (await loadPart(loadPanel)).MirrorPanel }));
export const PairDialog = lazy(async () => ({ default: (await loadPart(loadDialog)).PairDialog }));
