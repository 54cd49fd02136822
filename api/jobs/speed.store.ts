import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';

export type SpeedStore = ReturnType<typeof createSpeedStore>;

/**
 * Half-life of a measurement in seconds of processed media, about one long meeting. Measured in media instead of days:
 * a change of hardware or settings shows as soon as the server works again, and an idle server keeps its estimate.
 */
const halfLifeS = 7_200;

/** Measured real-time factor of each engine on this machine. */
export function createSpeedStore(db: Db, clock: Clock) {
  return {
    /** `mediaS` s of audio took `tookS` s, including decoding and diarization. */
    async learn(engine: string, mediaS: number, tookS: number): Promise<void> {
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

    /** Real-time factor; null before the first measurement. */
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

export const rtfOfEngine =
  (speeds: Pick<SpeedStore, 'rtfOf'>, engine: { name: string; expectedRtf: number }) =>
  async (): Promise<number> =>
    (await speeds.rtfOf(engine.name)) ?? engine.expectedRtf;
