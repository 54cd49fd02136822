import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resultEventSchema, type ResultEvent } from '#api/contract/result-event.ts';
import { eventually, held, setUp } from '#api/testing/test-results.ts';
import { buildUser } from '#api/testing/builders.ts';
import { createResultEvents, eventOf } from './result-events.ts';
import { createResultFeed } from './result-feed.ts';

const key = { sessionId: 's', label: 'summary' };
const mayGoOn = async () => true;

/** Reads a stream as a page does; `next` returns the next event, null at the end of the stream. */
function read(stream: ReadableStream<Uint8Array>) {
  const events: ResultEvent[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => void events.push(resultEventSchema.parse(JSON.parse(data))),
    onComment: (comment) => void comments.push(comment),
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  return {
    comments,
    async next(): Promise<ResultEvent | null> {
      while (events.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        parser.feed(decoder.decode(value, { stream: true }));
      }
      return events.shift()!;
    },
    pull: async () => {
      const { value } = await reader.read();
      parser.feed(decoder.decode(value, { stream: true }));
    },
    leave: () => reader.cancel(),
  };
}

describe('the events of a result', () => {
  it('begin with what is kept, go on as it grows, are told anew where it is written anew, and end', async () => {
    const feed = createResultFeed();
    const page = read(createResultEvents({ feed, ...key, mayGoOn, storedText: async () => 'Wir' }));
    expect(await page.next()).toEqual({ event: 'text', text: 'Wir' });
    const next = page.next();
    feed.publish(key, 'Wir beschliessen\n\n– ja');
    expect(await next).toEqual({ event: 'more', text: ' beschliessen\n\n– ja' });
    feed.publish(key, 'Anders');
    expect(await page.next()).toEqual({ event: 'text', text: 'Anders' });
    feed.publish(key, 'Anders.');
    feed.end(key);
    expect([await page.next(), await page.next(), await page.next()]).toEqual([
      { event: 'more', text: '.' },
      { event: 'end' },
      null,
    ]);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('have what was written while the page connected, which is newer than what is kept', async () => {
    const feed = createResultFeed();
    const kept = async () => {
      feed.publish(key, 'Neuer als das');
      return 'Neuer';
    };
    expect(await read(createResultEvents({ feed, ...key, mayGoOn, storedText: kept })).next()).toEqual({
      event: 'text',
      text: 'Neuer als das',
    });
  });

  it('end at once where nothing is being made', async () => {
    const feed = createResultFeed();
    const page = read(createResultEvents({ feed, ...key, mayGoOn, storedText: async () => null }));
    expect([await page.next(), await page.next()]).toEqual([{ event: 'end' }, null]);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('show a sign of life while nothing comes', async () => {
    const feed = createResultFeed();
    const page = read(
      createResultEvents({ feed, ...key, mayGoOn, storedText: async () => '', heartbeatMs: 1 }),
    );
    await page.next();
    await page.pull();
    await page.pull();
    expect(page.comments).toHaveLength(2);
    await page.leave();
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('end for a reader who may not read any more, at a heartbeat and while the text grows', async () => {
    for (const grows of [false, true]) {
      const feed = createResultFeed();
      let mayRead = true;
      const options = { feed, ...key, storedText: async () => '', heartbeatMs: 20 };
      const page = read(createResultEvents({ ...options, mayGoOn: async () => mayRead }));
      expect(await page.next()).toEqual({ event: 'text', text: '' });
      await page.pull();
      mayRead = false;
      let text = '';
      const writing = setInterval(() => grows && feed.publish(key, (text += 'Wort ')), 1);
      onTestFinished(() => clearInterval(writing));
      const rest: (ResultEvent | null)[] = [];
      while (rest.at(-1) !== null) rest.push(await page.next());
      expect(rest.filter((event) => event?.event === 'end')).toEqual([]);
      expect(feed.count().listeners).toBe(0);
    }
  });

  it('end where it is not made any more, though nobody said so', async () => {
    const feed = createResultFeed();
    const kept = ['', '', null];
    const options = { feed, ...key, mayGoOn, storedText: async () => kept.shift() ?? null, heartbeatMs: 1 };
    const page = read(createResultEvents(options));
    expect([await page.next(), await page.next(), await page.next()]).toEqual([
      { event: 'text', text: '' },
      { event: 'end' },
      null,
    ]);
    expect(page.comments).toHaveLength(1);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('leave nothing behind when a page leaves, or never reads', async () => {
    const feed = createResultFeed();
    const open = () => createResultEvents({ feed, ...key, mayGoOn, storedText: async () => '' });
    const unread = open();
    const pages = [read(open()), read(open())];
    for (const page of pages) await page.next();
    const waiting = pages[0]!.next();
    expect(feed.count()).toEqual({ results: 1, listeners: 2 });
    await pages[0]!.leave();
    expect(await waiting).toBeNull();
    expect(feed.count()).toEqual({ results: 1, listeners: 1 });
    feed.publish(key, 'Wir');
    expect(await pages[1]!.next()).toEqual({ event: 'more', text: 'Wir' });
    await pages[1]!.leave();
    await unread.cancel();
    feed.end(key);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('end with an error that is told, where what is kept cannot be read', async () => {
    const feed = createResultFeed();
    const page = read(
      createResultEvents({ feed, ...key, mayGoOn, storedText: () => Promise.reject(new Error('no disk')) }),
    );
    await expect(page.next()).rejects.toThrow('no disk');
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('put together are the text, whatever it was in between', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), (texts) => {
        let told: string | null = null;
        for (const text of texts) {
          const event = eventOf(told, text);
          if (event?.event === 'text') told = event.text;
          if (event?.event === 'more') told = (told ?? '') + event.text;
          expect(told).toBe(text);
        }
      }),
    );
  });
});

describe('GET …/results/{label}/events', () => {
  it('frees everything when the connection of a page breaks', async () => {
    const { app, ask, path, headers, feed } = await setUp();
    await ask('summary');
    const server = serve({ fetch: app.fetch, port: 0, hostname: 'localhost', overrideGlobalObjects: false });
    await new Promise<void>((resolve) => void server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const leaving = new AbortController();
    const init = { headers, signal: leaving.signal };
    const answer = await fetch(`http://localhost:${port}${path}/results/summary/events`, init);
    expect(await read(answer.body!).next()).toEqual({ event: 'text', text: '' });
    expect(feed.count()).toEqual({ results: 1, listeners: 1 });
    leaving.abort();
    await eventually(() => expect(feed.count()).toEqual({ results: 0, listeners: 0 }));
  });

  it('tells several pages what is written, each from where it came in, and is nobody else’s', async () => {
    const { make, begun, end } = held();
    const { app, ask, path, headers, queue, feed, db, bearer } = await setUp({ llm: make });
    const get = (label: string, as: Record<string, string> = headers) =>
      app.request(`${path}/results/${label}/events`, { headers: as });
    expect((await get('summary')).status).toBe(404);
    await ask('summary');
    const answer = await get('summary');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const early = read(answer.body!);
    expect(await early.next()).toEqual({ event: 'text', text: '' });
    await queue.start();
    const task = await begun;
    task.onText({ text: 'Wir', sources: [] });
    const late = read((await get('summary')).body!);
    expect(await late.next()).toEqual({ event: 'text', text: 'Wir' });
    expect(await early.next()).toEqual({ event: 'more', text: 'Wir' });
    await late.leave();
    end();
    const rest: (ResultEvent | null)[] = [];
    for (let event = await early.next(); event; event = await early.next()) rest.push(event);
    expect(rest.at(-1)).toEqual({ event: 'end' });
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });

    const done = read((await get('summary')).body!);
    expect([await done.next(), await done.next()]).toEqual([{ event: 'end' }, null]);
    expect((await get('summary', bearer(await buildUser(db)))).status).toBe(404);
    expect((await get('summary', {})).status).toBe(401);
  });
});
