import { retentionNoticeDays, type DomainRetention } from '#api/contract/domain.ts';

export type Periods = { audio_days: number; content_months: number };

const dayMs = 86_400_000;

/** Returns a day in UTC as 2026-11-20. */
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * dayMs);

/** Adds calendar months. A day that the month does not have becomes the last one of the month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Returns the first day that the announcement of shorter periods may name. */
export const earliestDay = (today: string): string => addDays(today, retentionNoticeDays);

/** Returns the periods that are in force on a day. */
export const periodsOn = (
  retention: DomainRetention | null,
  defaults: Periods,
  today: string,
): Periods & { isNext: boolean } => {
  const next = retention?.next && retention.next.effective <= today ? retention.next : null;
  const { audio_days, content_months } = next ?? retention ?? defaults;
  return { audio_days, content_months, isNext: next !== null };
};

export const isShorter = (wanted: Periods, former: Periods): boolean =>
  wanted.audio_days < former.audio_days || wanted.content_months < former.content_months;

/** Returns the last days of audio and content of a recording of one day (§10.24). */
export function lastDays(
  recorded: string,
  { next, ...base }: Periods & { next: DomainRetention['next'] },
): { audio: string; content: string } {
  const old = [addDays(recorded, base.audio_days), addMonths(recorded, base.content_months)] as const;
  if (!next) return { audio: old[0], content: old[1] };
  const eve = addDays(next.effective, -1);
  const held = (former: string, later: string) => {
    const latest = later > eve ? later : eve;
    return former < latest ? former : latest;
  };
  return {
    audio: held(old[0], addDays(recorded, next.audio_days)),
    content: held(old[1], addMonths(recorded, next.content_months)),
  };
}

/** Returns days of recordings that show what the periods mean: one that exists, today's, and one from the new day on. */
export function exampleDays(retention: { next: DomainRetention['next'] }, today: string): string[] {
  const days = [addDays(today, -20), today];
  return retention.next && retention.next.effective > today ? [...days, retention.next.effective] : days;
}
