import { useEffect } from 'react';
import { proxy } from 'valtio';
import type { Tour } from '#web/i18n/tour-words.ts';

/**
 * `offered`: the tour of the screen that is shown. `wanted`: the tour that the person has asked for; it is shown as soon as its
 * screen is there. The shell shows tours (`web/features/tour`).
 */
export const tourState = proxy<{ offered: Tour | null; wanted: Tour | null }>({
  offered: null,
  wanted: null,
});

/** Offers a tour while a screen is shown; null: the screen has nothing to show yet. */
export function useTour(tour: Tour | null): void {
  useEffect(() => {
    if (tour === null) return;
    tourState.offered = tour;
    return () => {
      if (tourState.offered === tour) tourState.offered = null;
    };
  }, [tour]);
}

export function askForTour(tour: Tour): void {
  tourState.wanted = tour;
}
