/** The texts of results while they are written by this process. Nothing is kept after their end. */
export type ResultFeed = ReturnType<typeof createResultFeed>;

type Key = { sessionId: string; label: string };
/** `text`: the whole text so far; null before the first one. */
type Channel = { text: string | null; hasEnded: boolean; listeners: Set<() => void> };
export type FeedState = Pick<Channel, 'text' | 'hasEnded'>;

export type Subscription = {
  /** Returns the current state. `hasEnded` stays true once the result has ended. */
  now(): FeedState;
  close(): void;
};

/**
 * Creates the feed, which passes the text that a job writes to the pages that show it. Each page reads the newest text
 * at its own pace.
 */
export function createResultFeed() {
  const channels = new Map<string, Channel>();
  let isClosed = false;
  const nameOf = ({ sessionId, label }: Key) => `${sessionId} ${label}`;
  const open = (key: Key): Channel => {
    const channel = channels.get(nameOf(key)) ?? { text: null, hasEnded: false, listeners: new Set() };
    channels.set(nameOf(key), channel);
    return channel;
  };
  const notify = ({ listeners }: Channel): void => {
    for (const listener of Array.from(listeners)) listener();
  };
  const end = (name: string): void => {
    const channel = channels.get(name);
    if (!channel) return;
    channels.delete(name);
    channel.hasEnded = true;
    notify(channel);
  };

  return {
    publish(key: Key, text: string): void {
      const channel = open(key);
      if (channel.text === text) return;
      channel.text = text;
      notify(channel);
    },

    end: (key: Key): void => end(nameOf(key)),

    /** Subscribes to the text of a result. `onChange` is called after each change until `close`. It must not throw. */
    subscribe(key: Key, onChange: () => void): Subscription {
      if (isClosed) return { now: () => ({ text: null, hasEnded: true }), close: () => {} };
      const channel = open(key);
      // Each subscription has a function of its own, because the same `onChange` may subscribe twice.
      const listener = () => onChange();
      channel.listeners.add(listener);
      return {
        now: () => ({ text: channel.text, hasEnded: channel.hasEnded }),
        close() {
          channel.listeners.delete(listener);
          const isUnused = channel.listeners.size === 0 && channel.text === null;
          if (isUnused && channels.get(nameOf(key)) === channel) channels.delete(nameOf(key));
        },
      };
    },

    count: () => ({
      results: channels.size,
      listeners: [...channels.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
    }),

    endSession(sessionId: string): void {
      for (const name of Array.from(channels.keys())) if (name.startsWith(`${sessionId} `)) end(name);
    },

    /** Ends all results. A later subscription has ended from its beginning. */
    close(): void {
      isClosed = true;
      for (const name of Array.from(channels.keys())) end(name);
    },
  };
}
