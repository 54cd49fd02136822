import type { Screen } from './visit.ts';

type OurScreen = Screen & { isSignedIn: boolean };

/** Returns the screens whose loading is measured. `sessionId` stands in a path; a test that has no session yet replaces it there later. */
export const screensOf = (sessionId: string): OurScreen[] => [
  { name: 'home', path: '/', usable: 'main a[href="/library"]', isSignedIn: false },
  { name: 'signin', path: '/signin', usable: 'input[type="email"]', isSignedIn: false },
  { name: 'library', path: '/library', usable: 'main a[href^="/library/"]', isSignedIn: true },
  { name: 'create', path: '/create', usable: 'main form input', isSignedIn: true },
  { name: 'session', path: `/library/${sessionId}`, usable: '[data-turn]', isSignedIn: true },
];
