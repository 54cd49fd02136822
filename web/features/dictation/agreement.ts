/** Whether a person has agreed that this browser sends sound elsewhere to write it down: asked once, kept on this device. */
export type Agreement = { has(): boolean; give(): void };

const keyOf = (userId: string) => `dictationAgreed:${userId}`;

/** Where nothing can be kept the answer holds as long as the page. */
export function createAgreement(userId: string, storage: Pick<Storage, 'getItem' | 'setItem'>): Agreement {
  let isGiven = false;
  return {
    has() {
      try {
        return isGiven || storage.getItem(keyOf(userId)) !== null;
      } catch {
        return isGiven;
      }
    },
    give() {
      isGiven = true;
      try {
        storage.setItem(keyOf(userId), new Date().toISOString());
      } catch {
        // Kept in memory.
      }
    },
  };
}
