import type { ShareAnswer } from '#api/contract/share.ts';
import type { Clock } from '#api/lib/clock.ts';

const answersKeptMs = 600_000;

/**
 * Creates the memory of answers to messages that are being sent, or were sent a short time ago, by the key of their
 * request. A repeated request gets the answer of the first.
 */
export function createAnswerMemory(clock: Clock) {
  const answers = new Map<string, { answer: Promise<ShareAnswer>; endedAtMs: number | null }>();

  const forgetOld = (): void => {
    for (const [key, { endedAtMs }] of answers)
      if (endedAtMs !== null && clock.now() - endedAtMs > answersKeptMs) answers.delete(key);
  };

  return {
    /** Returns the answer of this request. Calls `send` if the request is new, or if its last attempt has failed. */
    answerOnce(key: string, send: () => Promise<ShareAnswer>): Promise<ShareAnswer> {
      forgetOld();
      const known = answers.get(key);
      if (known) return known.answer;
      const answer = send();
      const entry = { answer, endedAtMs: null as number | null };
      answers.set(key, entry);
      answer
        .then(() => (entry.endedAtMs = clock.now()))
        // Nobody received the message, so the same id may be tried again.
        .catch(() => answers.delete(key));
      return answer;
    },

    /** Waits until no message is being sent. */
    async settled(): Promise<void> {
      await Promise.allSettled([...answers.values()].map(({ answer }) => answer));
    },
  };
}
