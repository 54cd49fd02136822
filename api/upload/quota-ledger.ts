import type { Quota } from '#api/contract/upload.ts';
import { createGate } from '#api/lib/gate.ts';
import type { AppError } from '#api/lib/error.ts';
import { quotaRefusal } from './upload.rules.ts';

/** The bytes that one request has reserved of the quota of its person. */
export type Reservation = {
  /** Counts bytes, and must be called before they are stored. @throws AppError `upload.quota_exceeded` */
  take(bytes: number): Promise<void>;
  /** Reserves bytes in advance, which `take` uses first. Returns false if the quota has no room for them. */
  setAside(bytes: number): Promise<boolean>;
  /** Returns `upload.quota_exceeded` with what the person uses apart from this request. */
  refusal(): AppError;
  /** Runs `write`, which writes the rows that count these bytes from then on. */
  keep(bytes: number, write: () => Promise<void>): Promise<void>;
  /** Releases all bytes that no row counts. It must be called when the request ends. */
  end(): void;
};

type Ledger = {
  /** What the rows counted when they were read last; null before that, and if there is no limit. */
  stored: Quota | null;
  /** Bytes that requests have reserved and `stored` does not count, and how many of these are in rows by now. */
  reserved: number;
  storedSince: number;
  requests: number;
  reading: Promise<void> | null;
  /**
   * Excludes reading rows while they are written, because a row whose reservation still counts would be counted twice.
   */
  rows: ReturnType<typeof createGate>;
};

/**
 * Creates the ledger. It counts the bytes of all requests of a person together, because the database knows the bytes of
 * a request only after it has ended. The stored bytes are read when a request begins, and again before one is refused.
 */
export function createQuotaLedger() {
  const ledgers = new Map<string, Ledger>();

  async function exclusively<T>({ rows }: Ledger, work: () => Promise<T>): Promise<T> {
    await rows.enter();
    try {
      return await work();
    } finally {
      rows.leave();
    }
  }

  const refresh = (ledger: Ledger, read: () => Promise<Quota | null>): Promise<void> => {
    ledger.reading ??= exclusively(ledger, async () => {
      ledger.stored = await read();
      ledger.reserved -= ledger.storedSince;
      ledger.storedSince = 0;
    }).finally(() => (ledger.reading = null));
    return ledger.reading;
  };

  return {
    async begin(key: string, read: () => Promise<Quota | null>): Promise<Reservation> {
      const ledger = ledgers.get(key) ?? {
        stored: null,
        reserved: 0,
        storedSince: 0,
        requests: 0,
        reading: null,
        rows: createGate(1),
      };
      ledgers.set(key, ledger);
      ledger.requests++;
      const leave = () => {
        if (--ledger.requests === 0) ledgers.delete(key);
      };
      try {
        await refresh(ledger, read);
      } catch (error) {
        leave();
        throw error;
      }
      // Bytes of this request: taken, reserved, and counted by rows.
      let [taken, own, storedBytes] = [0, 0, 0];
      const fits = (bytes: number): boolean => {
        const { stored, reserved } = ledger;
        return !stored || bytes <= 0 || stored.used_bytes + reserved + bytes <= stored.limit_bytes;
      };
      const reserve = async (bytes: number): Promise<boolean> => {
        if (!fits(bytes)) await refresh(ledger, read);
        if (!fits(bytes)) return false;
        ledger.reserved += bytes;
        own += bytes;
        return true;
      };
      const refusal = (): AppError => {
        const { used_bytes, limit_bytes } = ledger.stored!;
        return quotaRefusal({ used_bytes: used_bytes + ledger.reserved - own, limit_bytes });
      };
      return {
        async take(bytes) {
          taken += bytes;
          if (taken > own && !(await reserve(taken - own))) throw refusal();
        },
        setAside: reserve,
        refusal,
        keep: (bytes, write) =>
          exclusively(ledger, async () => {
            await write();
            ledger.storedSince += bytes;
            storedBytes += bytes;
          }),
        end() {
          ledger.reserved -= own - storedBytes;
          leave();
        },
      };
    },
  };
}
