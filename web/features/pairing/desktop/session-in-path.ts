/** Returns the id of the session whose screen is at this path; null if there is none. */
export function sessionInPath(path: string): string | null {
  const [, id] = /^\/library\/([\w-]+)\/?$/.exec(path) ?? [];
  return id ?? null;
}
