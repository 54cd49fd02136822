/**
 * Calls `end`, signs out, and removes everything of the person from this device. Resolves with the address to go to. The page provides
 * this function at its start. If the screen of the account imported it, chunks of the build would import each other in a circle.
 */
type SignOut = (end: () => Promise<void>) => Promise<string>;

let provided: SignOut = async () => {
  throw new Error('The sign-out was not provided.');
};

export function provideSignOut(signOut: SignOut): void {
  provided = signOut;
}

export const leaveAccount: SignOut = (end) => provided(end);
