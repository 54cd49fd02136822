import type { VirtualItem } from '@tanstack/react-virtual';

export type Place = {
  key: string;
  scrollPx: number;
  /** Measured heights of the rows. With estimated heights the list would return to another scroll position. */
  measured: VirtualItem[];
  isLeftForSession: boolean;
};

let place: Place | null = null;
let seen: { key: string; ids: readonly [string, string] } | null = null;
let href = '/library';

export const rememberPlace = (next: Place): void => {
  place = next;
};
export const recallPlace = (key: string): Place | null => (place?.key === key ? place : null);

export const rememberSeen = (key: string, ids: readonly [string, string]): void => {
  seen = { key, ids };
};
export const recallSeen = (key: string): readonly [string, string] | null =>
  seen?.key === key ? seen.ids : null;

export const rememberHref = (next: string): void => {
  href = next;
};

/** Returns the address of the library with its last filter, for links back to it. */
export const libraryHref = (): string => href;
