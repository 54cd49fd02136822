export { libraryHref } from './list/library-place.ts';
export { RemoveSessions } from './removal/lazy-remove-sessions.ts';
export { settleRemovals } from './removal/removal.state.ts';
