/** Words that stand in paths of the page. Any other part of a path is an id, or was typed by a person. */
const words = new Set([
  'account',
  'admin',
  'auth',
  'callback',
  'confirm',
  'create',
  'domains',
  'forgot-password',
  'help',
  'library',
  'pair',
  'register',
  'reset',
  'signin',
]);

const mostParts = 4;

/**
 * Returns the path of a screen as page views name it: `/library/:id`. Query and fragment go, because they hold what people look for
 * and codes of the sign-in (`code`, `state`, `session_state`). All parts that are no word of a screen become `:id`. No screen has
 * more than four parts.
 */
export function maskedPath(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  const parts = path.split('/').filter((part) => part !== '');
  const shown = parts.slice(0, mostParts).map((part) => (words.has(part) ? part : ':id'));
  return `/${shown.join('/')}`;
}
