import { createPlayer, type Player } from '#web/features/player/player.state.ts';
import { StandingAudio } from './standing-audio.ts';

/** Length of the sound of a standing player, s. */
export const standingS = 9000;

/** For tests: a player whose sound never moves. */
export const createStandingPlayer = (): Player =>
  createPlayer({
    getUrl: () => Promise.resolve('/sound'),
    durationS: standingS,
    createAudio: () => new StandingAudio(),
    onFailure: () => {},
  });
