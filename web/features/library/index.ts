export { libraryHref } from './list/library-place.ts';
export { settleRemovals } from './removal/removal.state.ts';
export { RemoveSessions } from './removal/remove-sessions.tsx';
