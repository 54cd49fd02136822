import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

const load = () => import('./result-tab.tsx');

export const ResultTab = lazy(async () => ({ default: (await loadPart(load)).ResultTab }));
