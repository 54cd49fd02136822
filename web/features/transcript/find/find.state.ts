import { proxy, ref } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import { createFindIndex, findAll, firstFrom } from './find.rules.ts';
import type { FindOptions, Hit } from './find.rules.ts';

export type FindState = {
  isOpen: boolean;
  options: FindOptions;
  /** The hits, ascending. */
  hits: readonly Hit[];
  /** Index of the current hit; -1 if there is none. */
  current: number;
  isReplacing: boolean;
  replacement: string;
  /** Keys of the hits that are excluded from replacement. */
  excluded: ReadonlySet<string>;
  /** Number of times that the find shortcut was pressed. Each press focuses the field. */
  requests: number;
};

/** Searches in a transcript. Disposing ends a search in progress. */
export type Find = Disposable & {
  readonly state: FindState;
  /** Sets the segments that are searched. */
  setSegments(segments: readonly Segment[]): void;
  open(wish?: Partial<FindOptions> & { replacement?: string }): void;
  close(): void;
  /** Focuses the field of the panel. */
  request(): void;
  change(options: Partial<FindOptions>): void;
  setReplacing(isReplacing: boolean): void;
  setReplacement(text: string): void;
  setCurrent(index: number): void;
  /** Includes hits in the replacement, or excludes them. */
  tick(hits: readonly Hit[], isTicked: boolean): void;
};

export const hitKey = ({ segment, from }: Hit): string => `${segment} ${from}`;

const nothing: readonly Hit[] = [];
const rest = () => new Promise<void>((resolve) => setTimeout(resolve));

const closedFind = (): FindState => ({
  isOpen: false,
  options: ref({ text: '', isCaseKept: false, isWhole: false, areAccentsKept: false }),
  hits: ref(nothing),
  current: -1,
  isReplacing: false,
  replacement: '',
  excluded: ref(new Set<string>()),
  requests: 0,
});

/** Creates the search. `startAt` returns the index of the segment at which a new search begins. */
export function createFind(startAt: () => number): Find {
  const state = proxy(closedFind());
  const index = createFindIndex();
  let segments: readonly Segment[] = [];
  let searching = new AbortController();
  /** True if the person has set the whole-word option. */
  let isWholeChosen = false;

  const show = (hits: readonly Hit[], current: number): void => {
    if (state.hits !== hits) state.hits = ref(hits);
    state.current = current;
  };
  const search = async (): Promise<void> => {
    searching.abort();
    if (!state.isOpen || state.options.text.trim() === '') return show(nothing, -1);
    searching = new AbortController();
    const { signal } = searching;
    const hits = await findAll(index, segments, state.options, { signal, rest });
    if (!hits || signal.aborted) return;
    const at = state.hits[state.current];
    const same = at ? hits.findIndex((hit) => hit.segment === at.segment && hit.from === at.from) : -1;
    show(hits, same >= 0 ? same : firstFrom(hits, at?.index ?? startAt()));
  };
  const setOptions = (wish: Partial<FindOptions>): void => {
    state.options = ref({ ...state.options, ...wish });
    void search();
  };
  const change = (wish: Partial<FindOptions>): void => {
    if (wish.isWhole !== undefined) isWholeChosen = true;
    state.excluded = ref(new Set<string>());
    setOptions(wish);
  };

  return {
    state,
    setSegments(next) {
      if (segments === next) return;
      segments = next;
      void search();
    },
    open({ replacement, ...wish } = {}) {
      const wasOpen = state.isOpen;
      state.isOpen = true;
      if (replacement !== undefined) Object.assign(state, { isReplacing: true, replacement });
      if (Object.keys(wish).length > 0) change(wish);
      else if (!wasOpen) void search();
    },
    close() {
      state.isOpen = false;
      void search();
    },
    request() {
      state.requests++;
    },
    change,
    setReplacing(isReplacing) {
      state.isReplacing = isReplacing;
      // Replacing is limited to whole words unless the person chose otherwise.
      if (isReplacing && !isWholeChosen) setOptions({ isWhole: true });
    },
    setReplacement(text) {
      state.replacement = text;
    },
    setCurrent(current) {
      state.current = current;
    },
    tick(hits, isTicked) {
      const excluded = new Set(state.excluded);
      for (const hit of hits) {
        if (isTicked) excluded.delete(hitKey(hit));
        else excluded.add(hitKey(hit));
      }
      state.excluded = ref(excluded);
    },
    [Symbol.dispose]: () => searching.abort(),
  };
}
