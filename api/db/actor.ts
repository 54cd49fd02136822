import type { Owner } from './owner.ts';

/**
 * Who made a change: a person by their id. Tokens and paired phones will be further kinds. Null in a row that an older version
 * has written: then it is the owner (`actorOf`).
 */
export type Actor = `person:${string}`;

/** The owner of rows, and who acts on them. */
export type Acting = Owner & { actor: Actor };

/** Who makes a change, and when, ms since the epoch. */
export type By = { actor: Actor; nowMs: number };

export const personActor = (userId: string): Actor => `person:${userId}`;

/** Returns the id of the person who acts. */
export const personOfActor = (actor: Actor): string => actor.slice('person:'.length);

/** Returns who has acted on a row; the owner if the row does not tell. */
export const actorOf = (row: { actor: Actor | null; user_id: string }): Actor =>
  row.actor ?? personActor(row.user_id);
