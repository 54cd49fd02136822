import { ownUseSelector, pressToKey } from './player-keys.rules.ts';
import type { PlayerAction } from './player-keys.rules.ts';
import { nextRate, skipS, stepS } from './player.rules.ts';
import type { Player } from './player.state.ts';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';

const skip = (player: Player, byS: number) => player.seek(player.position() + byS);

const actions: Record<PlayerAction, (player: Player) => void> = {
  toggle: (player) => player.toggle(),
  back: (player) => skip(player, -skipS),
  forward: (player) => skip(player, skipS),
  backStep: (player) => skip(player, -stepS),
  forwardStep: (player) => skip(player, stepS),
  slower: (player) => player.setRate(nextRate(player.state.rate, -1)),
  faster: (player) => player.setRate(nextRate(player.state.rate, 1)),
};

/**
 * Listens for the keys of the player on the whole page, until the result is disposed of. If the focused element uses a
 * key itself, the player ignores that key.
 */
export function listenToKeys(player: Player): Disposable {
  const controller = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      const key = pressToKey(event);
      if (!key || event.defaultPrevented || (key.isSingle && !singleKeys.isOn)) return;
      if (event.target instanceof Element && event.target.closest(ownUseSelector(key))) return;
      event.preventDefault();
      actions[key.action](player);
    },
    { signal: controller.signal },
  );
  return { [Symbol.dispose]: () => controller.abort() };
}
