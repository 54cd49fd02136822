import type { ShownAnnouncement } from '#api/contract/announcement.ts';
import { limits } from '#api/contract/limits.ts';
import { isRecord } from '#web/lib/is-record.ts';

export type SurveyStep = 'q1' | 'q2' | 'thanks';

/** What the bar shows, one at a time (§4.12). */
export type InfoItem =
  | { kind: 'network' }
  | { kind: 'survey' | 'survey-thanks' }
  | { kind: 'announcement'; announcement: ShownAnnouncement }
  | null;

type Waiting = {
  /** True if the connection has an error or a warning. */
  hasTrouble: boolean;
  /** Step of the open survey; null if none is open. */
  survey: SurveyStep | null;
  isRecording: boolean;
  /** In the order of the server, the most important first. */
  announcements: readonly ShownAnnouncement[];
};

/**
 * Returns what is shown of all that waits: trouble of the connection, then the survey with its thanks, then the first
 * announcement. Nobody is asked anything while they record.
 */
export function chosenItem({ hasTrouble, survey, isRecording, announcements }: Waiting): InfoItem {
  if (hasTrouble) return { kind: 'network' };
  if (survey && !isRecording) return { kind: survey === 'thanks' ? 'survey-thanks' : 'survey' };
  const [announcement] = announcements;
  return announcement ? { kind: 'announcement', announcement } : null;
}

type Showing = { place: string; isShown: boolean };

/**
 * Returns true if the bar shows `item` now. An announcement or survey that arrives while a person looks at a screen without a
 * bar is held back until the next screen, because the bar would move the screen or cover it. Trouble of the connection is shown at
 * once. `last` is what the bar showed before, and on which screen. `isHidden`: nobody sees the page now.
 */
export const isTimely = (last: Showing, item: InfoItem, place: string, isHidden: boolean): boolean =>
  item !== null && (item.kind === 'network' || last.isShown || place !== last.place || isHidden);

/** When a person has closed announcements, ms since the epoch, by their keys. */
export type Closed = Readonly<Record<string, number>>;

/** Returns when a closed announcement is shown again, ms since the epoch; only that of data protection is (§9). */
function againAtMs({ type, key }: ShownAnnouncement, closed: Closed): number {
  const closedMs = Object.hasOwn(closed, key) ? closed[key] : undefined;
  if (closedMs === undefined) return -Infinity;
  return type === 'data_protection' ? closedMs + limits.dataProtectionAgainMs : Infinity;
}

const endMs = ({ expires_at: expires }: ShownAnnouncement): number =>
  expires === null ? Infinity : Date.parse(expires);

/** Returns the announcements that are valid at this moment and not closed. A clock that was set back reopens none. */
export const dueAnnouncements = (
  all: readonly ShownAnnouncement[],
  closed: Closed,
  nowMs: number,
): ShownAnnouncement[] => all.filter((each) => nowMs < endMs(each) && nowMs >= againAtMs(each, closed));

/** Returns the next moment at which `dueAnnouncements` may change, ms since the epoch; Infinity if there is none. */
export const nextChangeMs = (all: readonly ShownAnnouncement[], closed: Closed, nowMs: number): number =>
  Math.min(
    ...all.flatMap((each) => [endMs(each), againAtMs(each, closed)]).filter((ms) => ms > nowMs),
    Infinity,
  );

/** Closed announcements of all people of a device, by the id of the person. */
export type ClosedByPerson = Readonly<Record<string, Closed>>;

const maxPeople = 50;
const maxKeys = 50;

/** Reads what is stored on the device. Anything else that is stored counts as nothing. */
export function readClosed(stored: string | null): ClosedByPerson {
  try {
    const people: unknown = JSON.parse(stored ?? '{}');
    if (!isRecord(people)) return {};
    return Object.fromEntries(
      Object.entries(people).flatMap(([person, keys]) =>
        isRecord(keys)
          ? [[person, Object.fromEntries(Object.entries(keys).filter(([, ms]) => typeof ms === 'number'))]]
          : [],
      ),
    ) as ClosedByPerson;
  } catch {
    return {};
  }
}

/** Adds that a person has closed an announcement. The oldest entries go, so that the store stays small. */
export function withClosed(all: ClosedByPerson, person: string, key: string, nowMs: number): ClosedByPerson {
  const others = Object.entries(all).filter(([id]) => id !== person);
  const keys = Object.entries(all[person] ?? {})
    .filter(([other]) => other !== key)
    .toSorted(([, a], [, b]) => a - b);
  const mine = Object.fromEntries([...keys, [key, nowMs] as const].slice(-maxKeys));
  return Object.fromEntries([...others, [person, mine] as const].slice(-maxPeople));
}
