/** Why an address cannot be written to; shown under `share.problem.<problem>`. */
export type RecipientProblem = 'no_at' | 'name' | 'host' | 'too_long';

export type ReadRecipient = { address: string; problem: null } | { address: null; problem: RecipientProblem };

const maxAddressLength = 254;
const maxNameLength = 64;
// RFC 5322, 3.2.3: dot-atom. Quoted names are excluded, because they may contain characters that a header must not
// contain.
const nameForm = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostForm = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,63}|xn--[a-z\d-]{2,59})$/;

/** Returns the ASCII form of a host name (RFC 5891), or an empty string if the text is no host name. */
function hostToAscii(host: string): string {
  if (/[\s/?#\\@:%[\]<>|^]/.test(host)) return '';
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : '';
}

const failed = (problem: RecipientProblem): ReadRecipient => ({ address: null, problem });

/**
 * Reads one address, alone or as `Petra Muster <petra@example.org>`. Returns its ASCII form with the host in lower
 * case, or the problem.
 */
export function readRecipient(text: string): ReadRecipient {
  const trimmed = text.trim();
  const address = /^[^<>]*<([^<>]*)>$/.exec(trimmed)?.[1]?.trim() ?? trimmed.replace(/^mailto:/i, '');
  const at = address.lastIndexOf('@');
  if (at < 0) return failed('no_at');
  const name = address.slice(0, at);
  if (!nameForm.test(name)) return failed('name');
  const host = hostToAscii(address.slice(at + 1));
  if (!hostForm.test(host)) return failed('host');
  const ascii = `${name}@${host}`;
  if (name.length > maxNameLength || ascii.length > maxAddressLength) return failed('too_long');
  return { address: ascii, problem: null };
}
