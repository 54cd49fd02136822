/** The text of results while they are written, in this process: nothing is kept once one has come to its end. */
export type ResultFeed = ReturnType<typeof createResultFeed>;

type Key = { sessionId: string; label: string };
/** `text`: all of it so far; null: nothing has come yet. */
type Channel = { text: string | null; hasEnded: boolean; listeners: Set<() => void> };
export type Heard = Pick<Channel, 'text' | 'hasEnded'>;

export type Subscription = {
  /** As it is now. `hasEnded` stays true. */
  now(): Heard;
  close(): void;
};

/** Passes on what a job writes to the pages that show it; each reads at its own pace, and always the newest. */
export function createResultFeed() {
  const channels = new Map<string, Channel>();
  let isClosed = false;
  const nameOf = ({ sessionId, label }: Key) => `${sessionId} ${label}`;
  const open = (key: Key): Channel => {
    const channel = channels.get(nameOf(key)) ?? { text: null, hasEnded: false, listeners: new Set() };
    channels.set(nameOf(key), channel);
    return channel;
  };
  const tell = ({ listeners }: Channel): void => {
    for (const listener of Array.from(listeners)) listener();
  };
  const end = (name: string): void => {
    const channel = channels.get(name);
    if (!channel) return;
    channels.delete(name);
    channel.hasEnded = true;
    tell(channel);
  };

  return {
    /** All of the text so far. */
    publish(key: Key, text: string): void {
      const channel = open(key);
      if (channel.text === text) return;
      channel.text = text;
      tell(channel);
    },

    /** It is made, failed or cancelled. */
    end: (key: Key): void => end(nameOf(key)),

    /** `onChange` is called after each change until `close`; it must not throw. */
    subscribe(key: Key, onChange: () => void): Subscription {
      if (isClosed) return { now: () => ({ text: null, hasEnded: true }), close: () => {} };
      const channel = open(key);
      // each its own, though the same function comes twice
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

    /** Results that are written or waited for, and who listens, over all. */
    count: () => ({
      results: channels.size,
      listeners: [...channels.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
    }),

    /** A session goes. */
    endSession(sessionId: string): void {
      for (const name of Array.from(channels.keys())) if (name.startsWith(`${sessionId} `)) end(name);
    },

    /** Everybody who listens is told that it ends, and who comes later. */
    close(): void {
      isClosed = true;
      for (const name of Array.from(channels.keys())) end(name);
    },
  };
}
