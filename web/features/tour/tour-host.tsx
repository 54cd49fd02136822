import { lazy, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { User } from '#web/features/user/index.ts';
import type { Tour } from '#web/i18n/tour-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { timings } from '#web/lib/time.ts';
import { tourState } from '#web/parts/tour/tour.state.ts';
import { rememberTour, seenTours } from './seen-tours.ts';
import { chooseTour } from './tour.rules.ts';

/** The card and its words are loaded with the first tour. */
const TourCard = lazy(async () => ({
  default: (await loadPart(() => import('./tour-card.tsx'))).TourCard,
}));

type TourHostProps = { config: User['config']; mayShow: boolean };

/**
 * Shows the tour of the screen, once for each person, and again if it is asked for. A tour that was begun counts as seen, also if
 * it was left.
 */
export function TourHost({ config, mayShow }: TourHostProps) {
  const { offered, wanted } = useSnapshot(tourState);
  const [shown, setShown] = useState<{ tour: Tour; isAsked: boolean } | null>(null);
  const chosen = chooseTour({ offered, wanted, seen: seenTours(config), mayShow });
  useEffect(() => {
    if (!chosen) return;
    // The tour waits until the screen has settled and no dialog is open.
    const timer = setInterval(() => {
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      clearInterval(timer);
      setShown({ tour: chosen, isAsked: tourState.wanted === chosen });
      tourState.wanted = null;
    }, timings.tourDelayMs);
    return () => clearInterval(timer);
  }, [chosen]);
  const tour = shown?.tour ?? null;
  useEffect(() => {
    if (tour) void rememberTour(tour, config);
    // The config changes when the tour is remembered.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tour]);
  const isOver = shown !== null && (!mayShow || offered !== shown.tour);
  if (isOver) setShown(null);
  return shown && !isOver ? (
    <Suspense>
      <TourCard key={shown.tour} tour={shown.tour} isAsked={shown.isAsked} onEnd={() => setShown(null)} />
    </Suspense>
  ) : null;
}
