import { lazy } from 'react';
import { loadPart, neededOffline } from '#web/lib/load-part.ts';

const load = neededOffline(() => import('./corrections-tab.tsx'));

export const CorrectionsTab = lazy(async () => ({ default: (await loadPart(load)).CorrectionsTab }));
