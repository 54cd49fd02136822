import type { Quota } from '#api/contract/upload.ts';
import { quotaRefusal } from './upload.rules.ts';

/** Bytes of one request, reserved before they are kept. */
export type Reservation = {
  /** Before these bytes are taken in. @throws AppError `upload.quota_exceeded` */
  take(bytes: number): void;
  /** Sets so many aside at once, where there is room; `take` uses them up first. */
  setAside(bytes: number): boolean;
  /** The request is over, and the rows tell of so many of its bytes. */
  end(keptBytes: number): void;
};

type Ledger = {
  kept: Quota | null;
  /** Since `kept` was read: of requests under way, and of those that have ended. */
  reserved: number;
  ended: number;
  requests: number;
  reading: Promise<void> | null;
};

/**
 * What the requests of a person that are under way take together: rows tell of bytes only when a request is over. What is
 * kept is read when one begins; what ended before that is in the rows then.
 */
export function createQuotaLedger() {
  const ledgers = new Map<string, Ledger>();

  const refresh = (ledger: Ledger, read: () => Promise<Quota | null>): Promise<void> => {
    const reading = async () => {
      const { ended } = ledger;
      ledger.kept = await read();
      ledger.reserved -= ended;
      ledger.ended -= ended;
    };
    ledger.reading ??= reading().finally(() => (ledger.reading = null));
    return ledger.reading;
  };

  return {
    async begin(key: string, read: () => Promise<Quota | null>): Promise<Reservation> {
      const ledger = ledgers.get(key) ?? { kept: null, reserved: 0, ended: 0, requests: 0, reading: null };
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
      // of this request: taken in, and reserved for that
      let [taken, own] = [0, 0];
      const reserve = (bytes: number): boolean => {
        const { kept, reserved } = ledger;
        if (kept && bytes > 0 && kept.used_bytes + reserved + bytes > kept.limit_bytes) return false;
        ledger.reserved += bytes;
        own += bytes;
        return true;
      };
      return {
        take(bytes) {
          taken += bytes;
          if (taken <= own || reserve(taken - own) || !ledger.kept) return;
          const others = ledger.reserved - own;
          throw quotaRefusal({ ...ledger.kept, used_bytes: ledger.kept.used_bytes + others });
        },
        setAside: reserve,
        end(keptBytes) {
          ledger.reserved -= own - keptBytes;
          ledger.ended += keptBytes;
          leave();
        },
      };
    },
  };
}
