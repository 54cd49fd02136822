import type { Quota } from '#api/contract/upload.ts';
import { createGate } from '#api/lib/gate.ts';
import type { AppError } from '#api/lib/error.ts';
import { quotaRefusal } from './upload.rules.ts';

/** The bytes that one request has reserved of its person's quota. */
export type Reservation = {
  /** Must be called before these bytes are stored. @throws AppError `upload.quota_exceeded` */
  take(bytes: number): Promise<void>;
  /** Reserves bytes in advance; `take` uses them first. False if they do not fit. */
  setAside(bytes: number): Promise<boolean>;
  refusal(): AppError;
  /** Runs `write`, which writes the rows that count these bytes. */
  keep(bytes: number, write: () => Promise<void>): Promise<void>;
  /** Must be called when the request ends. Releases all bytes that were not kept. */
  end(): void;
};

type Ledger = {
  kept: Quota | null;
  /** Bytes that `kept` does not count yet: reserved by requests, and kept since `kept` was read. */
  reserved: number;
  keptSince: number;
  requests: number;
  reading: Promise<void> | null;
  /** Excludes reading rows while writing them: a row whose reservation still counts would be counted twice. */
  rows: ReturnType<typeof createGate>;
};

/**
 * Counts the bytes of all requests of a person together, because the database knows the bytes of a request only after it has
 * ended. The stored bytes are read when a request begins, and again before one is refused.
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
      ledger.kept = await read();
      ledger.reserved -= ledger.keptSince;
      ledger.keptSince = 0;
    }).finally(() => (ledger.reading = null));
    return ledger.reading;
  };

  return {
    async begin(key: string, read: () => Promise<Quota | null>): Promise<Reservation> {
      const ledger = ledgers.get(key) ?? {
        kept: null,
        reserved: 0,
        keptSince: 0,
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
      let [taken, own, keptBytes] = [0, 0, 0];
      const fits = (bytes: number): boolean => {
        const { kept, reserved } = ledger;
        return !kept || bytes <= 0 || kept.used_bytes + reserved + bytes <= kept.limit_bytes;
      };
      const reserve = async (bytes: number): Promise<boolean> => {
        if (!fits(bytes)) await refresh(ledger, read);
        if (!fits(bytes)) return false;
        ledger.reserved += bytes;
        own += bytes;
        return true;
      };
      const refusal = (): AppError => {
        const { used_bytes, limit_bytes } = ledger.kept!;
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
            ledger.keptSince += bytes;
            keptBytes += bytes;
          }),
        end() {
          ledger.reserved -= own - keptBytes;
          leave();
        },
      };
    },
  };
}
