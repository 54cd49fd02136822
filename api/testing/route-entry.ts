import type { RouteWorld } from './route-world.ts';

/**
 * Who may call a route: everybody (`public`); a signed-in person, for what is their own (`person`); a `superuser`;
 * whoever has the signed address (`signed`). Routes of the `sign-in` are called without a token; what they answer to
 * whom is in `every-sign-in-route.test.ts`.
 */
export type Audience = 'public' | 'person' | 'superuser' | 'signed' | 'sign-in';

export type Sent = {
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string | File>;
  body?: Uint8Array<ArrayBuffer>;
};

/** A route with a request that succeeds for those who may call it. */
export type Entry = {
  audience: Exclude<Audience, 'sign-in'>;
  ok: number;
  send(things: RouteWorld['things'], people: RouteWorld['people']): Sent;
  /**
   * Answer to a signed-in person who names what is not theirs. Without it the call names nothing: whoever is signed in
   * gets or changes what is their own.
   */
  nothing?: string;
  /** The body comes as a stream, so it is not read either where the thing that it is for is somebody else's. */
  isStreamed?: true;
  /** Answer to somebody with another provider than the embedded one. Without it, it is as to everybody else. */
  external?: string;
  /** Who makes the call that succeeds, if it is not the owner. */
  by?: 'stranger';
  /** The route also takes calls without credentials, on hosts that let phones join so. What it answers is in `pairing-quick.test.ts`. */
  takesGuests?: true;
  /** Status of the answer to the owner if no call before it in this table was made. Without it, it is `ok`. */
  alone?: number;
  /** The answer takes long to make, so that only few are asked for. */
  isSlow?: true;
};

export const person = (ok: number, send: Entry['send'], rest: Partial<Entry> = {}): Entry => ({
  audience: 'person',
  ok,
  send,
  ...rest,
});
