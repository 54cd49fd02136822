import {
  maxAnnouncementCta,
  maxAnnouncementMessage,
  maxAnnouncementPriority,
  maxAnnouncementTitle,
  putAnnouncementSchema,
  type AdminAnnouncement,
  type AnnouncementType,
  type PutAnnouncement,
} from '#api/contract/announcement.ts';
import { languages, type Language } from '#web/i18n/languages.ts';

export const longestText = {
  title: maxAnnouncementTitle,
  message: maxAnnouncementMessage,
  cta_text: maxAnnouncementCta,
} as const;
export type TextField = keyof typeof longestText;

/** An announcement as it is edited. `starts` and `expires` are times of this device, such as 2026-11-20T09:30; empty: none. */
export type AnnouncementForm = Record<TextField, Record<Language, string>> & {
  type: AnnouncementType;
  link: string;
  priority: number | null;
  starts: string;
  expires: string;
};

export type AnnouncementProblem =
  | 'title'
  | 'titleLanguage'
  | 'long'
  | 'link'
  | 'linkMissing'
  | 'priority'
  | 'moment'
  | 'order';
/** By the name of the field; texts by name and language, such as `title.de`. */
export type AnnouncementProblems = ReadonlyMap<string, AnnouncementProblem>;

const empty = { de: '', en: '', fr: '', it: '' };

export const newForm = (): AnnouncementForm => ({
  type: 'info',
  title: empty,
  message: empty,
  cta_text: empty,
  link: '',
  priority: maxAnnouncementPriority / 2,
  starts: '',
  expires: '',
});

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a moment as a field of the browser takes it: a time of this device, to the minute. */
export function toLocal(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Returns the moment of such a field. A text that names none stays as it is, so that the contract refuses it. */
function fromLocal(text: string): string | null {
  if (text === '') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

export const toForm = (announcement: AdminAnnouncement): AnnouncementForm => {
  const { type, title, message, cta_text, link, priority, starts_at, expires_at } = announcement;
  return {
    type,
    title,
    message,
    cta_text,
    link: link ?? '',
    priority,
    starts: toLocal(starts_at),
    expires: toLocal(expires_at),
  };
};

/** Returns what is sent. A field of the form that is empty means none. */
export const toPut = ({ starts, expires, link, priority, ...rest }: AnnouncementForm): PutAnnouncement => ({
  ...rest,
  link: link.trim() || null,
  // An empty field becomes NaN, so that the contract reports it.
  priority: priority ?? Number.NaN,
  starts_at: fromLocal(starts),
  expires_at: fromLocal(expires),
});

/** Returns what violates the contract. A missing title is reported in the language that is shown. */
export function problemsOf(form: AnnouncementForm, shown: Language): AnnouncementProblems {
  const found = new Map<string, AnnouncementProblem>();
  const add = (field: string, problem: AnnouncementProblem) => {
    if (!found.has(field)) found.set(field, problem);
  };
  // The contract names these only where all else is right.
  if (languages.every((each) => form.title[each].trim() === '')) add(`title.${shown}`, 'title');
  for (const { path, code } of putAnnouncementSchema.safeParse(toPut(form)).error?.issues ?? []) {
    const [field, language] = path as [string, string?];
    if (language !== undefined) add(`${field}.${language}`, code === 'too_big' ? 'long' : 'titleLanguage');
    else if (field === 'link') add('link', form.link.trim() === '' ? 'linkMissing' : 'link');
    else if (field === 'priority') add('priority', 'priority');
    else if (field === 'starts_at') add('starts', 'moment');
    else if (field === 'expires_at')
      add('expires', code === 'custom' && isMoment(form.expires) ? 'order' : 'moment');
  }
  return found;
}

const isMoment = (text: string): boolean => {
  const year = new Date(text).getFullYear();
  return year >= 2000 && year < 2200;
};

/** Returns the language to show so that the first problem is on the screen; `shown` if one is there already. */
export function languageToMend(problems: AnnouncementProblems, shown: Language): Language {
  const places = [...problems.keys()].map((field) => field.split('.')[1] ?? shown);
  if (places.length === 0 || places.includes(shown)) return shown;
  return languages.find((each) => each === places[0]) ?? shown;
}

/** Languages in which an announcement has something to read. */
export const writtenLanguages = (texts: Pick<AnnouncementForm, TextField>): Language[] =>
  languages.filter((each) => (texts.title[each] + texts.message[each] + texts.cta_text[each]).trim() !== '');

/** Returns whether an announcement is shown at this moment. */
export function stateAt(
  { starts_at: starts, expires_at: expires }: Pick<AdminAnnouncement, 'starts_at' | 'expires_at'>,
  nowMs: number,
): 'planned' | 'shown' | 'over' {
  if (expires !== null && Date.parse(expires) <= nowMs) return 'over';
  return starts !== null && Date.parse(starts) > nowMs ? 'planned' : 'shown';
}
