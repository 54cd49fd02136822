import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';

export type SpeedStore = ReturnType<typeof createSpeedStore>;

/**
 * After so much sound what was measured before counts half, s: about one long meeting. Old measurements are forgotten by
 * the sound that came since, not by the calendar. What makes a server slower or faster (another machine, other settings,
 * a second transcription beside it) shows as soon as it works again, while a server that rested for a month still knows
 * how fast it is.
 */
const halfLifeS = 7_200;

/** How fast each engine is on this machine, learned from what it did. */
export function createSpeedStore(db: Db, clock: Clock) {
  return {
    /** `mediaS` of sound took `tookS`, everything included: decoding, speakers, text. Seconds. */
    async learn(engine: string, mediaS: number, tookS: number): Promise<void> {
      // a run that only had the end of it left to do tells nothing
      if (!(mediaS > 0 && tookS > 0)) return;
      const kept = 0.5 ** (mediaS / halfLifeS);
      await db
        .insertInto('engine_speed')
        .values({ engine, media_s: mediaS, took_s: tookS, touched_at: clock.now() })
        .onConflict((conflict) =>
          conflict.column('engine').doUpdateSet({
            media_s: sql<number>`engine_speed.media_s * ${kept} + excluded.media_s`,
            took_s: sql<number>`engine_speed.took_s * ${kept} + excluded.took_s`,
            touched_at: clock.now(),
          }),
        )
        .execute();
    },

    /** Time of work for a second of sound; null before anything was measured. */
    async rtfOf(engine: string): Promise<number | null> {
      const row = await db
        .selectFrom('engine_speed')
        .where('engine', '=', engine)
        .select(['media_s', 'took_s'])
        .executeTakeFirst();
      return row && row.media_s > 0 ? row.took_s / row.media_s : null;
    },
  };
}

/** What a job's `rtf` answers for an engine: as measured, else as its author expects. */
export const rtfOfEngine =
  (speeds: Pick<SpeedStore, 'rtfOf'>, engine: { name: string; expectedRtf: number }) =>
  async (): Promise<number> =>
    (await speeds.rtfOf(engine.name)) ?? engine.expectedRtf;
