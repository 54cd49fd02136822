import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Segment } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { createFindIndex, findAll, firstFrom } from './find.rules.ts';
import type { FindOptions, Hit } from './find.rules.ts';
import { timeAtOffset } from '#web/features/transcript/transcript.rules.ts';

export type Find = {
  isOpen: boolean;
  options: FindOptions;
  hits: readonly Hit[];
  current: number;
  isReplacing: boolean;
  replacement: string;
  /** Keys of the hits excluded from replacement. */
  left: ReadonlySet<string>;
  open(wish?: Partial<FindOptions> & { replacement?: string }): void;
  close(): void;
  change(options: Partial<FindOptions>): void;
  setReplacing(isReplacing: boolean): void;
  setReplacement(text: string): void;
  setCurrent(index: number): void;
  tick(hits: readonly Hit[], isTicked: boolean): void;
};

export const hitKey = ({ segment, from }: Hit): string => `${segment} ${from}`;
const rest = () => new Promise<void>((resolve) => setTimeout(resolve));
const nothing: readonly Hit[] = [];
const rulerAfterMs = 120;
/** With more hits than this, the ruler shows one mark per segment. */
const manyHits = 1_000;

/** Times at which the hits are spoken, s, ascending. */
function timesOf(hits: readonly Hit[], segments: readonly Segment[]): number[] {
  const shown = hits.length <= manyHits ? hits : hits.filter((hit, at) => hit.index !== hits[at - 1]?.index);
  return shown.map((hit) => {
    const segment = segments[hit.index];
    return segment ? timeAtOffset(segment, hit.from) : 0;
  });
}
const plain: FindOptions = { text: '', isCaseKept: false, isWhole: false, areAccentsKept: false };

/** The hits are also marked on the player's ruler. */
export function useFind(segments: readonly Segment[], player: Player | null, startAt: () => number): Find {
  const [isOpen, setOpen] = useState(false);
  const [options, setOptions] = useState(plain);
  const [found, setFound] = useState<{ hits: readonly Hit[]; current: number }>({
    hits: nothing,
    current: -1,
  });
  const [replace, setReplace] = useState({ isOn: false, text: '' });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** True if the person has set the whole-word option. */
  const isWholeChosen = useRef(false);
  const index = useMemo(() => createFindIndex(), []);
  const begin = useRef(startAt);
  useEffect(() => {
    begin.current = startAt;
  });

  useEffect(() => {
    if (!isOpen || options.text.trim() === '') {
      setFound({ hits: nothing, current: -1 });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const search = async () => {
      const hits = await findAll(index, segments, options, { signal, rest });
      if (!hits || signal.aborted) return;
      setFound((former) => {
        const at = former.hits[former.current];
        const same = at ? hits.findIndex((hit) => hit.segment === at.segment && hit.from === at.from) : -1;
        return { hits, current: same >= 0 ? same : firstFrom(hits, at?.index ?? begin.current()) };
      });
    };
    void search();
    return () => controller.abort();
  }, [isOpen, options, segments, index]);

  const { hits } = found;
  useEffect(() => {
    if (!player || hits.length === 0) return;
    // The ruler is updated a moment after the text.
    const timer = setTimeout(() => player.setFinds(timesOf(hits, segments)), rulerAfterMs);
    return () => {
      clearTimeout(timer);
      player.setFinds([]);
    };
    // The segments change together with `hits`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [player, hits]);

  const change = useCallback((wish: Partial<FindOptions>) => {
    if (wish.isWhole !== undefined) isWholeChosen.current = true;
    setOptions((now) => ({ ...now, ...wish }));
    setLeft(new Set());
  }, []);
  const setReplacing = useCallback((isOn: boolean) => {
    setReplace((now) => ({ ...now, isOn }));
    // Replacing is limited to whole words unless the person chose otherwise.
    if (isOn && !isWholeChosen.current) setOptions((now) => ({ ...now, isWhole: true }));
  }, []);
  return {
    isOpen,
    options,
    hits,
    current: found.current,
    left,
    isReplacing: replace.isOn,
    replacement: replace.text,
    open(wish = {}) {
      const { replacement, ...sought } = wish;
      setOpen(true);
      if (Object.keys(sought).length > 0) change(sought);
      if (replacement !== undefined) setReplace({ isOn: true, text: replacement });
    },
    close: useCallback(() => setOpen(false), []),
    change,
    setReplacing,
    setReplacement: (text) => setReplace((now) => ({ ...now, text })),
    setCurrent: (current) => setFound((now) => ({ ...now, current })),
    tick: (some, isTicked) =>
      setLeft((now) => {
        const next = new Set(now);
        for (const hit of some) {
          if (isTicked) next.delete(hitKey(hit));
          else next.add(hitKey(hit));
        }
        return next;
      }),
  };
}
