import { lazy } from 'react';
import { loadPart, neededOffline } from '#web/lib/load-part.ts';

const load = neededOffline(() => import('./notes-tab.tsx'));

export const NotesTab = lazy(async () => ({ default: (await loadPart(load)).NotesTab }));
