/** True for an https address without user and password, because these make an address look like one of somebody else. */
export function isAnnouncementLink(value: string): boolean {
  if (!/^https:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username + password === '';
}
