import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';

export type SpeedStore = ReturnType<typeof createSpeedStore>;

/**
 * Media time, s, after which a measurement counts half: about one long meeting. The half-life is measured in media
 * instead of days, so that a change of hardware or settings shows as soon as the server works again, and an idle server
 * keeps its estimate.
 */
const halfLifeS = 7_200;

/** Stores the measured real-time factor of each engine on this machine. */
export function createSpeedStore(db: Db, clock: Clock) {
  return {
    /** Adds a measurement: the engine took `tookS` for `mediaS` of audio, decoding and diarization included. */
    async learn(engine: string, mediaS: number, tookS: number): Promise<void> {
      if (!(mediaS > 0 && tookS > 0)) return;
      const weight = 0.5 ** (mediaS / halfLifeS);
      await db
        .insertInto('engine_speed')
        .values({ engine, media_s: mediaS, took_s: tookS, touched_at: clock.now() })
        .onConflict((conflict) =>
          conflict.column('engine').doUpdateSet({
            media_s: sql<number>`engine_speed.media_s * ${weight} + excluded.media_s`,
            took_s: sql<number>`engine_speed.took_s * ${weight} + excluded.took_s`,
            touched_at: clock.now(),
          }),
        )
        .execute();
    },

    /** Returns processing time / media time; null before the first measurement. */
    async realTimeFactorOf(engine: string): Promise<number | null> {
      const row = await db
        .selectFrom('engine_speed')
        .where('engine', '=', engine)
        .select(['media_s', 'took_s'])
        .executeTakeFirst();
      return row && row.media_s > 0 ? row.took_s / row.media_s : null;
    },
  };
}

/** Returns a function that reads the measured real-time factor of an engine, or the expected one before a measurement. */
export const realTimeFactorReader =
  (speeds: Pick<SpeedStore, 'realTimeFactorOf'>, engine: { name: string; expectedRtf: number }) =>
  async (): Promise<number> =>
    (await speeds.realTimeFactorOf(engine.name)) ?? engine.expectedRtf;
