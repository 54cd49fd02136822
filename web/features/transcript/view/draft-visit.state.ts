import { proxy } from 'valtio';

type DraftVisitState = {
  /** True once text of the draft was shown. */
  wasShown: boolean;
  /** True if the differences are marked; null if the person has not chosen. */
  areMarked: boolean | null;
  /** True if the words of the draft that are gone are shown too. */
  areGoneShown: boolean;
};

/** What a person sees of a session's draft, until the page is closed. */
export type DraftVisit = {
  readonly state: DraftVisitState;
  /** Called when text of the draft is shown. */
  shown(): void;
  mark(areMarked: boolean): void;
  showGone(areGoneShown: boolean): void;
};

const visits = new Map<string, DraftVisit>();

export function draftVisitOf(sessionId: string): DraftVisit {
  const known = visits.get(sessionId);
  if (known) return known;
  const state = proxy<DraftVisitState>({ wasShown: false, areMarked: null, areGoneShown: false });
  const visit: DraftVisit = {
    state,
    shown() {
      state.wasShown = true;
    },
    mark(areMarked) {
      state.areMarked = areMarked;
    },
    showGone(areGoneShown) {
      state.areGoneShown = areGoneShown;
    },
  };
  visits.set(sessionId, visit);
  return visit;
}
