/** The person's consent to send audio to an external speech recognition, asked once and stored on this device. */
export type Agreement = { has(): boolean; give(): void };

const keyOf = (userId: string) => `dictationAgreed:${userId}`;

/** Returns the consent of a person. If storage is denied, a given consent lasts as long as the page. */
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
        // Storage is denied, so the consent lasts as long as the page.
      }
    },
  };
}
