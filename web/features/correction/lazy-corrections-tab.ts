import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

const load = () => import('./corrections-tab.tsx');

export const CorrectionsTab = lazy(async () => ({ default: (await loadPart(load)).CorrectionsTab }));
