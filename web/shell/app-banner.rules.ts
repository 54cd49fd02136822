/**
 * Returns the content of the meta element `apple-itunes-app`, from which a browser makes the banner of the host's app (§2.12). The
 * app opens with the recording that the page shows, otherwise with the library. Null if the host has no app.
 */
export function appBanner(appId: string | null | undefined, pathname: string, origin: string): string | null {
  // The content is a list with commas, so that an id with other characters would become further entries.
  if (!appId || !/^[\w.-]+$/.test(appId)) return null;
  const recording = /^\/library\/[\w-]+/.exec(pathname)?.[0];
  return `app-id=${appId}, app-argument=${origin}${recording ?? '/library'}`;
}
