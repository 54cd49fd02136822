import { useRouterState } from '@tanstack/react-router';
import style from './navigation-progress.module.css';

/**
 * A thin bar at the top while the next screen is being loaded, so that a click is answered within 100 ms. The words for it come
 * later (`PendingScreen`): a screen reader would otherwise tell each change of screens twice.
 */
export function NavigationProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className={style.bar} aria-hidden="true" data-navigation-progress /> : null;
}
