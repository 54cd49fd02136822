/**
 * Ends what `end` ends, signs out, and removes everything of the person from this device. Resolves with the address to go to. The
 * shell provides it at the start: if the screen of the account imported the sign-out, the chunks of the build would import each other in a circle.
 */
type SignOut = (end: () => Promise<void>) => Promise<string>;

let provided: SignOut = async () => {
  throw new Error('The sign-out was not provided.');
};

export function provideSignOut(signOut: SignOut): void {
  provided = signOut;
}

export const leaveAccount: SignOut = (end) => provided(end);
