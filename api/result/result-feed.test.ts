import { describe, expect, it } from 'vitest';
import { createResultFeed } from './result-feed.ts';

const key = { sessionId: 's', label: 'summary' };

describe('the feed of results', () => {
  it('tells everybody who listens to a result, and nobody else', () => {
    const feed = createResultFeed();
    const heard: string[] = [];
    feed.subscribe(key, () => heard.push('one'));
    feed.subscribe(key, () => heard.push('two'));
    feed.subscribe({ ...key, label: 'minutes' }, () => heard.push('minutes'));
    feed.publish(key, 'Wir');
    feed.publish(key, 'Wir');
    expect(heard).toEqual(['one', 'two']);
  });

  it('has what came before somebody listened, and that it has ended', () => {
    const feed = createResultFeed();
    feed.publish(key, 'Wir');
    const late = feed.subscribe(key, () => {});
    expect(late.now()).toEqual({ text: 'Wir', hasEnded: false });
    feed.publish(key, 'Wir beschliessen');
    feed.end(key);
    expect(late.now()).toEqual({ text: 'Wir beschliessen', hasEnded: true });
    // The next version begins empty.
    expect(feed.subscribe(key, () => {}).now()).toEqual({ text: null, hasEnded: false });
  });

  it('keeps nothing of results that have ended, of sessions that went, of listeners that left', () => {
    const feed = createResultFeed();
    feed.publish(key, 'Wir');
    feed.end(key);
    const waiting = feed.subscribe(key, () => {});
    waiting.close();
    waiting.close();
    feed.subscribe(key, () => {});
    feed.publish({ ...key, label: 'minutes' }, 'Wir');
    const other = feed.subscribe({ sessionId: 's2', label: 'summary' }, () => {});
    feed.endSession('s');
    expect(feed.count()).toEqual({ results: 1, listeners: 1 });
    expect(other.now().hasEnded).toBe(false);
    feed.close();
    expect([other.now().hasEnded, feed.count()]).toEqual([true, { results: 0, listeners: 0 }]);
    expect(feed.subscribe(key, () => {}).now().hasEnded).toBe(true);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });
});
