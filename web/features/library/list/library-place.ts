import type { VirtualItem } from '@tanstack/react-virtual';

/** Where somebody was in a list: so that who comes back from a session is there again. */
export type Place = {
  /** Of which list. */
  key: string;
  scrollPx: number;
  /** Heights as they were measured: without them the way down would be a guess. */
  measured: VirtualItem[];
  /** A session was opened from it, and is where they come back from. */
  isLeftForSession: boolean;
};

let place: Place | null = null;
let seen: { key: string; ids: readonly [string, string] } | null = null;
let href = '/library';

export const rememberPlace = (next: Place): void => {
  place = next;
};
export const recallPlace = (key: string): Place | null => (place?.key === key ? place : null);

/** The first and the last row in view. */
export const rememberSeen = (key: string, ids: readonly [string, string]): void => {
  seen = { key, ids };
};
export const recallSeen = (key: string): readonly [string, string] | null =>
  seen?.key === key ? seen.ids : null;

export const rememberHref = (next: string): void => {
  href = next;
};

/** The library as it was left, with its search: for a link back. */
export const libraryHref = (): string => href;
