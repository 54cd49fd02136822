import { lazy } from 'react';
import { loadPart, neededOffline } from '#web/lib/load-part.ts';

const load = neededOffline(() => import('./remove-sessions.tsx'));

export const RemoveSessions = lazy(async () => ({ default: (await loadPart(load)).RemoveSessions }));
