import { createParser } from 'eventsource-parser';
import { pairingEventSchema, type PairingEvent, type PairingEvents } from '#api/contract/pairing.ts';
import { createPairingBuilder } from './build-pairings.ts';
import { buildSession, buildUser, ownerOf, type UserRow } from './builders.ts';
import { testApp, type TestParts } from './test-app.ts';

type Answer = { status: number; code: string | null; body: Record<string, unknown> };

/** Reads server-sent events as a page does. */
export function readStream(stream: ReadableStream<Uint8Array>) {
  const events: PairingEvent[] = [];
  const comments: string[] = [];
  let lastId: string | null = null;
  const parser = createParser({
    onEvent({ id, data }) {
      lastId = id ?? lastId;
      events.push(pairingEventSchema.parse(JSON.parse(data)));
    },
    onComment: (comment) => void comments.push(comment),
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const end = { isReached: false };
  /** Reads one chunk. */
  const pull = async (): Promise<void> => {
    const { done, value } = await reader.read();
    end.isReached = done;
    if (value) parser.feed(decoder.decode(value, { stream: true }));
  };
  return {
    comments,
    pull,
    lastId: () => lastId,
    isOver: () => end.isReached,
    /** Returns the next event; null at the end of the stream. */
    async next(): Promise<PairingEvent | null> {
      while (events.length === 0 && !end.isReached) await pull();
      return events.shift() ?? null;
    },
    /** Returns the next event that fits. */
    async until(fits: (event: PairingEvent) => boolean): Promise<PairingEvent> {
      for (;;) {
        while (events.length === 0 && !end.isReached) await pull();
        const event = events.shift();
        if (!event) throw new Error('The stream has ended.');
        if (fits(event)) return event;
      }
    },
    /** Returns the events of all chunks that have come. */
    all: (): PairingEvent[] => events.splice(0),
    leave: () => reader.cancel(),
  };
}

/** A person with a session, and calls in their name. */
export async function pairingWorld(overrides: Partial<TestParts> = {}) {
  const world = await testApp({ heartbeatMs: 10_000, ...overrides });
  const { db, bearer } = world;
  let { app } = world;
  const person = await buildUser(db);
  const session = await buildSession(db, ownerOf(person), { title: 'Visite' });

  const send = (method: string, path: string, { json, body, as = person, headers = {} }: Sending = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(as ? bearer(as) : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
  const call = async (method: string, path: string, sending: Sending = {}): Promise<Answer> => {
    const response = await send(method, `/api/v1/pairings${path}`, sending);
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, code: (body['code'] as string | undefined) ?? null, body };
  };
  const builder = (as: UserRow = person) =>
    createPairingBuilder(
      async (path, json) => send('POST', path, { json, as }),
      async (path, json) => send('POST', path, { json, as: null }),
    );
  const newSession = async (as: UserRow = person) => (await buildSession(db, ownerOf(as))).id;
  return {
    ...world,
    person,
    session: session.id,
    send,
    call,
    builder,
    newSession,
    report: (id: string, claim: string, ...reports: object[]) =>
      call('POST', `/${id}/events`, { json: { claim, reports } }),
    state: async (id: string) => {
      const { body } = await call('GET', `/${id}`);
      return [body['state'], body['ended']];
    },
    poll: async (id: string, side: string, after?: string): Promise<PairingEvents> => {
      const query = after === undefined ? '' : `&after=${after}`;
      const { body } = await call('GET', `/${id}/events?side=${side}${query}`, {
        headers: { accept: 'application/json' },
      });
      return body as PairingEvents;
    },
    async listen(id: string, side: string, lastId: string | null = null) {
      const headers: Record<string, string> = lastId === null ? {} : { 'last-event-id': lastId };
      const response = await send('GET', `/api/v1/pairings/${id}/events?side=${side}`, { headers });
      return readStream(response.body!);
    },
    /** Stops the pairings as a server that ends does, and opens them over the same data, as at its start. */
    restart() {
      world.deps.pairings.shut();
      world.deps.pairings = world.openPairings();
      app = world.reopen();
    },
  };
}

/** A call; `as: null` is one without a sign-in. */
type Sending = {
  json?: object;
  body?: BodyInit;
  as?: UserRow | null;
  headers?: Record<string, string>;
};
