/**
 * Returns whether a link is an https address without user and password. With these an address can look like that of
 * another site.
 */
export function isAnnouncementLink(value: string): boolean {
  if (!/^https:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username + password === '';
}
