import type { ServerPort } from './server-port.ts';

/**
 * The calls of a server's port that concern phones without a sign-in only, as they are for a signed-in person. `recovery.state.test.ts` and
 * `server-port.browser.test.ts` cover those phones.
 */
export const serverOfSignedIn: Pick<ServerPort, 'whenFinished' | 'isFinished' | 'leaveRest'> = {
  whenFinished: () => new Promise<void>(() => {}),
  isFinished: () => false,
  leaveRest() {},
};
