import { isAuthPath } from '#web/parts/page/guards.ts';
import { helpTopics, type HelpTopic } from '#web/i18n/help-words.ts';
import type { Tour } from '#web/i18n/tour-words.ts';

export const isHelpTopic = (value: string): value is HelpTopic =>
  (helpTopics as readonly string[]).includes(value);

/** Returns the topic about a screen; null leads to the list of topics. `search` is its query. */
export function topicOfScreen(pathname: string, search: Record<string, unknown> = {}): HelpTopic | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === '/library') return 'library';
  if (path === '/create') return 'record';
  if (path === '/pair' || path.startsWith('/pair/')) return 'phone';
  if (path === '/account' || isAuthPath(path)) return 'account';
  if (path.startsWith('/admin')) return 'administration';
  if (!/^\/library\/[^/]+$/.test(path)) return null;
  const { mode, tab } = search;
  if (mode === 'upload') return 'upload';
  if (mode === 'dictation') return 'dictate';
  if (mode === 'record') return 'record';
  if (tab === 'notes') return 'notes';
  return typeof tab === 'string' && tab.startsWith('result:') ? 'results' : 'transcript';
}

export const helpHref = (topic: HelpTopic | null, section: number | null = null): string =>
  `/help${topic ? `/${topic}` : ''}${section === null ? '' : `#${sectionId(section)}`}`;

export const sectionId = (section: number): string => `section-${section + 1}`;

/** The tour of a topic, and the screen on which it can begin. */
export const topicTours: Partial<Record<HelpTopic, { tour: Tour; href: string }>> = {
  library: { tour: 'library', href: '/library' },
  record: { tour: 'recording', href: '/create' },
  transcript: { tour: 'session', href: '/library' },
};
