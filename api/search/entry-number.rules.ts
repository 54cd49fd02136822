import { chaptersPerSession } from './chapter.rules.ts';

/** A shelf groups consecutive sessions of one person. The number of an entry is shelf * 4,096 + place (migration 0004). */
const numbersPerShelf = 4096;

export const shelfOf = (no: number): number => Math.floor(no / numbersPerShelf);

/** Returns the id of the chapter at this place of an entry. */
export const chapterId = (no: number, place: number): number => no * chaptersPerSession + place;

/** Returns the place of a chapter in its entry. */
export const placeOf = (id: number): number => id % chaptersPerSession;
