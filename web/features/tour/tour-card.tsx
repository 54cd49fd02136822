import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { fill } from '#web/i18n/late-words.ts';
import type { Tour, TourWords } from '#web/i18n/tour-words.ts';
import { typingSelector } from '#web/parts/keys/key-target.rules.ts';
import { useLateWords } from '#web/parts/page/use-late-words.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './tour.module.css';
import { isEndKey, stepsOf } from './tour.rules.ts';
import { targetOf, useCardPlace } from './use-card-place.ts';

type TourCardProps = {
  tour: Tour;
  /** True if the person has asked for the tour. It then takes the focus. */
  isAsked: boolean;
  onEnd(): void;
};

export function TourCard(props: TourCardProps) {
  const words = useLateWords('tour');
  return words ? <Card {...props} words={words} /> : null;
}

/**
 * One step of a tour, beside what it explains. It is no dialog: the page stays usable, and nothing takes the focus unless the
 * person has asked for the tour. It stands before the content in the order of the page.
 */
function Card({ tour, isAsked, onEnd, words }: TourCardProps & { words: TourWords }) {
  // A step is skipped if the element that it explains is not on the screen when the tour begins.
  const [steps] = useState(() =>
    stepsOf(tour).filter(({ selector }) => selector === null || targetOf(selector)),
  );
  const [index, setIndex] = useState(0);
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const step = steps[index];
  const place = useCardPlace(card, step?.selector ?? null);
  useEscape(onEnd);
  const isPlaced = place !== null;
  useEffect(() => {
    // Until the card has a place it is hidden and takes no focus.
    if (isAsked && isPlaced) card.current?.focus();
  }, [isAsked, isPlaced]);
  useEffect(() => {
    if (!step) onEnd();
  }, [step, onEnd]);
  if (!step) return null;
  const said = (words.steps[tour] as Record<string, { title: string; text: string }>)[step.key];
  if (!said) return null;
  const isLast = index === steps.length - 1;
  const go = (by: 1 | -1) => (isLast && by === 1 ? onEnd() : setIndex(index + by));
  return (
    <>
      {place?.target ? <Ring box={place.target} /> : null}
      <section
        ref={card}
        tabIndex={-1}
        className={style.card}
        style={place ? { left: place.card.left, top: place.card.top } : { visibility: 'hidden' }}
        aria-label={words.names[tour]}
        aria-describedby={titleId}
      >
        <p className={style.position}>{fill(words.position, { number: index + 1, count: steps.length })}</p>
        <h2 id={titleId} className={style.title}>
          {said.title}
        </h2>
        <p>{said.text}</p>
        <div className={style.actions}>
          {isLast ? null : (
            <Button look="quiet" className={style.skip} onPress={onEnd}>
              {words.skip}
            </Button>
          )}
          {index > 0 ? (
            <Button look="quiet" onPress={() => go(-1)}>
              {words.back}
            </Button>
          ) : null}
          <Button onPress={() => go(1)}>{isLast ? words.end : words.next}</Button>
        </div>
      </section>
      <Announcer first={isAsked ? '' : words.reach} step={index} text={`${said.title}. ${said.text}`} />
    </>
  );
}

/** Marks what a step explains. It lets everything through. */
function Ring({ box }: { box: { left: number; top: number; right: number; bottom: number } }) {
  const { left, top, right, bottom } = box;
  return (
    <div
      className={style.ring}
      style={{ left: left - 4, top: top - 4, width: right - left + 8, height: bottom - top + 8 }}
      aria-hidden="true"
    />
  );
}

/** Tells where a tour is that has begun by itself, and each further step. */
function Announcer({ first, step, text }: { first: string; step: number; text: string }) {
  const [said, setSaid] = useState({ step: 0, text: '' });
  useEffect(() => {
    // A live region tells only what changes after it was there.
    const frame = requestAnimationFrame(() =>
      setSaid((former) => ({ step, text: step === former.step && step === 0 ? first : text })),
    );
    return () => cancelAnimationFrame(frame);
  }, [first, step, text]);
  return <VisuallyHidden live="polite">{said.text}</VisuallyHidden>;
}

/** Escape ends the tour, unless something else needs the key. */
function useEscape(onEnd: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isEndKey(event) || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(typingSelector)) return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return;
    onEnd();
  });
  useEffect(() => {
    const owner = new AbortController();
    window.addEventListener('keydown', (event) => onKey(event), { signal: owner.signal });
    return () => owner.abort();
  }, []);
}
