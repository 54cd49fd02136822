import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

const load = () => import('./notes-tab.tsx');

export const NotesTab = lazy(async () => ({ default: (await loadPart(load)).NotesTab }));
