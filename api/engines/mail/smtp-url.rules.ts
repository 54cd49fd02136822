export type SmtpServer = {
  host: string;
  port: number;
  /** True if the connection begins with TLS (`smtps:`). Otherwise `starttls` states how it is encrypted. */
  isSecure: boolean;
  starttls: 'required' | 'offered' | 'never';
  auth: { user: string; password: string } | null;
};

const defaultPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`, with optional `?starttls=required` or `never`. By default
 * STARTTLS is required if a password crosses a network, never used on loopback, and otherwise used if offered. Returns
 * null if the text is not such a URL.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  const defaultPort = url ? defaultPorts[url.protocol] : undefined;
  if (!url || defaultPort === undefined || url.hostname === '') return null;
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null;
  const { starttls: asked, ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || (asked !== undefined && asked !== 'required' && asked !== 'never'))
    return null;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null || (user === '') !== (password === '')) return null;
  const host = decoded(url.hostname)?.replace(/^\[(.*)\]$/, '$1') ?? '';
  if (host === '' || /\s/.test(host)) return null;
  const isSecure = url.protocol === 'smtps:';
  const auth = user === '' ? null : { user, password };
  const byItself = isLoopback(host) ? 'never' : auth ? 'required' : 'offered';
  return { host, port: Number(url.port) || defaultPort, isSecure, starttls: asked ?? byItself, auth };
}
