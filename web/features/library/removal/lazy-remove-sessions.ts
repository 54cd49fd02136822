import { lazy } from 'react';
import { loadPart } from '#web/lib/load-part.ts';

const load = () => import('./remove-sessions.tsx');

export const RemoveSessions = lazy(async () => ({ default: (await loadPart(load)).RemoveSessions }));
