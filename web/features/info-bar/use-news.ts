import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { networkState } from '#web/features/network/index.ts';
import { userState } from '#web/features/user/index.ts';
import { usePageHidden } from '#web/lib/use-page-hidden.ts';
import { useAnnouncements } from './announcements.state.ts';
import { closedState, nobody, readClosedAgain } from './closed.state.ts';
import { chosenItem, dueAnnouncements, isTimely, nextChangeMs } from './info-bar.rules.ts';
import type { Closed, InfoItem } from './info-bar.rules.ts';
import { closeSurvey, surveyState, type OpenSurvey } from './survey.state.ts';

type News = { item: InfoItem; survey: OpenSurvey | null; personId: string };

const nothing: Closed = {};

/** Returns what the info bar shows now. `place` is the path of the screen. */
export function useNews(place: string, hasTrouble: boolean): News {
  const personId = useSnapshot(userState).user?.id ?? nobody;
  const { recording } = useSnapshot(networkState);
  const { open } = useSnapshot(surveyState);
  const closed = useSnapshot(closedState).people[personId] ?? nothing;
  const all = useAnnouncements();
  const nowMs = useTimeOf((now) => nextChangeMs(all, closed, now));
  const survey = open?.personId === personId ? open : null;
  useEffect(() => {
    if (surveyState.open && surveyState.open.personId !== personId) closeSurvey();
  }, [personId]);
  useEffect(() => {
    window.addEventListener('storage', readClosedAgain);
    return () => window.removeEventListener('storage', readClosedAgain);
  }, []);
  const waiting = chosenItem({
    hasTrouble,
    survey: survey?.step ?? null,
    isRecording: recording !== null,
    announcements: dueAnnouncements(all, closed, nowMs),
  });
  return { item: useTimely(waiting, place), survey, personId };
}

/** Returns `waiting` if the bar may show it on the screen at `place`, otherwise null (`isTimely`). */
function useTimely(waiting: InfoItem, place: string): InfoItem {
  const isHidden = usePageHidden();
  const [last, setLast] = useState({ place, isShown: waiting !== null });
  const isShown = isTimely(last, waiting, place, isHidden);
  if (isShown !== last.isShown || place !== last.place) setLast({ place, isShown });
  return isShown ? waiting : null;
}

/** Longest time until the next look. Browsers take a longer timer for none, and a device may have slept. */
const lookAtMostMs = 60_000;

/** Returns the time of the last look, ms since the epoch. The next look comes at the moment that `next` names. */
function useTimeOf(next: (nowMs: number) => number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  const atMs = next(nowMs);
  useEffect(() => {
    if (atMs === Infinity) return;
    const timer = setInterval(
      () => Date.now() >= atMs && setNow(Date.now()),
      Math.min(Math.max(atMs - Date.now(), 100), lookAtMostMs),
    );
    return () => clearInterval(timer);
  }, [atMs]);
  return nowMs;
}
