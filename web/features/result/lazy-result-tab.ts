import { lazy } from 'react';
import { loadPart, neededOffline } from '#web/lib/load-part.ts';

const load = neededOffline(() => import('./result-tab.tsx'));

export const ResultTab = lazy(async () => ({ default: (await loadPart(load)).ResultTab }));
