import type { Screen } from './visit.ts';

type OurScreen = Screen & { isSignedIn: boolean };

/** The screens whose loading is measured. `sessionId` may also stand for an id, where only names are needed. */
export const screensOf = (sessionId: string): OurScreen[] => [
  { name: 'home', path: '/', usable: 'main a[href="/library"]', isSignedIn: false },
  { name: 'signin', path: '/signin', usable: 'input[type="email"]', isSignedIn: false },
  { name: 'library', path: '/library', usable: 'main a[href^="/library/"]', isSignedIn: true },
  { name: 'create', path: '/create', usable: 'main form input', isSignedIn: true },
  { name: 'session', path: `/library/${sessionId}`, usable: '[data-turn]', isSignedIn: true },
];
