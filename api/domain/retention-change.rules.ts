import { isDeepStrictEqual } from 'node:util';
import { retentionNoticeDays, type DomainRetention } from '#api/contract/domain.ts';
import { dayMs } from '#api/contract/time.ts';
import { AppError } from '#api/lib/error.ts';

type Periods = Pick<DomainRetention, 'audio_days' | 'content_months'>;

type Change = {
  /** The stored retention; null: the default. Undefined for a new host, which has nothing to delete yet. */
  present: DomainRetention | null | undefined;
  sent: DomainRetention | null;
  defaults: Periods;
  /** Moment of the change, ms since the epoch. */
  nowMs: number;
};

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** True if a period of `periods` is shorter than that of `others`. */
const isShorter = (periods: Periods, others: Periods): boolean =>
  periods.audio_days < others.audio_days || periods.content_months < others.content_months;

const areSame = (periods: Periods, others: Periods): boolean =>
  !isShorter(periods, others) && !isShorter(others, periods);

const periodsOf = ({ audio_days, content_months }: Periods): Periods => ({ audio_days, content_months });

const hasBegun = (next: DomainRetention['next'], nowMs: number): next is NonNullable<typeof next> =>
  next !== null && next.effective <= dateOf(nowMs);

/**
 * Returns the retention that a change stores (§10.24). A longer period holds at once, a shorter one after notice: until its day
 * it may be replaced, with a new day, or withdrawn.
 * @throws AppError `domain.retention_notice` for a shorter period without notice, `request.invalid` if `next` is longer
 */
export function retentionAfter({ present, sent, defaults, nowMs }: Change): DomainRetention | null {
  if (isDeepStrictEqual(present, sent)) return sent;
  const former = present?.next ?? null;
  const isBegun = hasBegun(former, nowMs);
  const inForce = isBegun ? former : (present ?? defaults);
  // Who announces the next step leaves the base as it is, and means the periods that have begun.
  if (isBegun && sent?.next && present && areSame(sent, present) && !isDeepStrictEqual(sent.next, former))
    return retentionAfter({ present, sent: { ...periodsOf(former), next: sent.next }, defaults, nowMs });
  const base = sent ?? defaults;
  if (present !== undefined && isShorter(base, inForce))
    throw fault('domain.retention_notice', 'retention', 'It is shorter than the one in force.');
  if (!sent?.next) return sent;
  if (isShorter(base, sent.next))
    throw fault('request.invalid', 'retention.next', 'A later period is not longer than the present one.');
  // Somebody who changes the base means what it says, so periods that have begun are over.
  if (isDeepStrictEqual(sent.next, former)) return isBegun ? { ...sent, next: null } : sent;
  const earliest = dateOf(nowMs + retentionNoticeDays * dayMs);
  if (sent.next.effective < earliest)
    throw fault('domain.retention_notice', 'retention.next.effective', `The earliest day is ${earliest}.`);
  return sent;
}

/** Returns when the periods `next` of a row were announced: now, unless the row had the very same before. */
export const announcedAt = (
  present: { retention: DomainRetention | null; nextAnnouncedAt: number | null } | undefined,
  next: DomainRetention['next'],
  nowMs: number,
): number | null => {
  if (next === null) return null;
  return isDeepStrictEqual(present?.retention?.next, next) ? (present?.nextAnnouncedAt ?? null) : nowMs;
};

const fault = (
  code: 'domain.retention_notice' | 'request.invalid',
  path: string,
  message: string,
): AppError => new AppError(code, { extra: { errors: [{ path, message }] } });
