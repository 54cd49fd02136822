import { lazy } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';

// The transcript opens first. What another tab shows, and a session without sound, is loaded when somebody opens it.
const loadModes = withWords(['rest', 'pair'], () => import('#web/features/session/record/record-modes.tsx'));
const loadAudio = withWords('rest', () => import('./session-audio.tsx'));
const loadFacts = () => import('./session-facts.tsx');

export const RecordModes = lazy(async () => ({ default: (await loadPart(loadModes)).RecordModes }));
export const SessionAudio = lazy(async () => ({ default: (await loadPart(loadAudio)).SessionAudio }));
export const SessionFacts = lazy(async () => ({ default: (await loadPart(loadFacts)).SessionFacts }));
