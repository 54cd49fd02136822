/** The person's consent to send audio to an external speech recognition, asked once and stored on this device. */
export type Agreement = { has(): boolean; give(): void };

const keyOf = (userId: string) => `dictationAgreed:${userId}`;

/**
 * Returns the consent of a person. If storage is denied, a given consent lasts as long as the page. `formerId` is the id
 * under which former versions of the page stored it; a consent that lies there moves.
 */
export function createAgreement(
  userId: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  formerId?: string,
): Agreement {
  let isGiven = false;
  const move = (former: string): void => {
    try {
      const given = storage.getItem(keyOf(former));
      if (given === null) return;
      isGiven = true;
      storage.setItem(keyOf(userId), given);
      storage.removeItem(keyOf(former));
    } catch {
      // Storage is denied or full, so the consent stays where it lies.
    }
  };
  if (formerId !== undefined && formerId !== userId) move(formerId);
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
