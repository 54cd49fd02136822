import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { formatClock } from '#web/lib/format.ts';
import richStyle from '#web/parts/text/rich-text.module.css';
import { type MadeResult, saidAt } from '#web/parts/result/result.rules.ts';

type Looked = { n: number; mark: HTMLElement };
type SourceTipState = {
  looked: Looked | null;
  look(n: number | null, mark: HTMLElement): void;
  hold(): void;
  leave(): void;
};

/** Time for which a tip stays after the pointer has left its mark, ms, so that the pointer can reach it. */
const leaveMs = 200;

export function useSourceTip(): SourceTipState {
  const [looked, setLooked] = useState<Looked | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setLooked(null), leaveMs);
  }, []);
  const look = useCallback(
    (n: number | null, mark: HTMLElement) => {
      if (n === null) return leave();
      clearTimeout(timer.current);
      setLooked({ n, mark });
    },
    [leave],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!looked) return;
    const close = new AbortController();
    const put = { signal: close.signal };
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && setLooked(null), put);
    window.addEventListener('scroll', () => setLooked(null), { ...put, capture: true, passive: true });
    return () => close.abort();
  }, [looked]);
  return useMemo(() => ({ looked, look, hold, leave }), [looked, look, hold, leave]);
}

type SourceTipProps = {
  tip: SourceTipState;
  session: SessionDetail;
  sources: MadeResult['sources'];
  canPlay: boolean;
};

/** Gap between a mark and its tip, and between the tip and the edge of the screen, px. */
const gapPx = 8;

export function SourceTip({ tip: { looked, hold, leave }, session, sources, canPlay }: SourceTipProps) {
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tip = element.current;
    if (!looked || !tip) return;
    place(tip, looked.mark.getBoundingClientRect());
    looked.mark.setAttribute('aria-describedby', id);
    return () => looked.mark.removeAttribute('aria-describedby');
  }, [looked, id]);
  const source = looked && sources.find(({ n }) => n === looked.n);
  if (!source) return null;
  const { transcript } = session;
  const said = transcript && saidAt(transcript.segments, source);
  const speaker = said && transcript?.speakers[said.speaker]?.name;
  return createPortal(
    <div
      ref={element}
      id={id}
      role="tooltip"
      className={richStyle.tip}
      onPointerEnter={hold}
      onPointerLeave={leave}
    >
      <p className={richStyle.tipHead}>{[formatClock(source.at), speaker].filter(Boolean).join(' · ')}</p>
      <p className={richStyle.said} lang={session.language}>
        {said ? said.text : t('result.source.gone')}
      </p>
      {canPlay ? <p>{t('result.source.play')}</p> : null}
    </div>,
    document.body,
  );
}

/** Places the tip above its mark if there is room, otherwise below it, and always inside the window. */
function place(tip: HTMLElement, mark: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(gapPx, Math.min(mark.left + mark.width / 2 - width / 2, innerWidth - width - gapPx));
  const top = mark.top - height - gapPx >= gapPx ? mark.top - height - gapPx : mark.bottom + gapPx;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}
