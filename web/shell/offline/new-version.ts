/** How the page is renewed when the server has a newer build. */
export type NewVersion = {
  /** Called when the server has another build than this page. */
  found(): void;
  /** Called regularly and when something ends: tells of the new build if that was not possible before. */
  look(): void;
  /** Called when another screen was opened, whose address the page has already. */
  onScreen(pathname: string): void;
};

type NewVersionDeps = {
  /** True if a reload would interrupt or lose something: a recording, an upload, what is not sent yet. */
  isBusy(): boolean;
  tell(): void;
  reload(): void;
};

/**
 * True for screens on which a person begins nothing. Screens of the sign-in, of a session and the form of a new session may hold
 * something that a reload would lose.
 */
const isRestingPlace = (pathname: string): boolean =>
  pathname === '/' || pathname === '/library' || pathname === '/account' || pathname.startsWith('/admin/');

/**
 * A recording or an upload is never interrupted, nor is it disturbed by a message. When it is over, the person is told once,
 * with a button to reload. The page reloads by itself only when the person opens a screen on which nothing has begun.
 */
export function createNewVersion({ isBusy, tell, reload }: NewVersionDeps): NewVersion {
  let isNewer = false;
  let isTold = false;
  const look = () => {
    if (!isNewer || isTold || isBusy()) return;
    isTold = true;
    tell();
  };
  return {
    found() {
      isNewer = true;
      look();
    },
    look,
    onScreen(pathname) {
      if (isNewer && isRestingPlace(pathname) && !isBusy()) reload();
    },
  };
}
