import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import { spokenDuration } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { RulerText } from '#web/ui/ruler/ruler-draw-text.ts';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import { windowAround, windowToShow, wholeWindow, zoomByKey } from '#web/ui/ruler/view.rules.ts';
import type { RulerWindow, ZoomKey } from '#web/ui/ruler/view.rules.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { cutsOf, proposeCuts } from './proposal.rules.ts';
import { invertSpans } from './span.rules.ts';
import { createTrimActions } from './trim-actions.ts';
import { TrimCuts } from './trim-cuts.tsx';
import { TrimHelp } from './trim-help.tsx';
import { keyToTrimAction } from './trim-keys.rules.ts';
import { TrimProposals } from './trim-proposals.tsx';
import { TrimRuler } from './trim-ruler.tsx';
import { TrimSelection } from './trim-selection.tsx';
import { type TrimPlayer, TrimToolbar } from './trim-toolbar.tsx';
import type { Trim } from './trim.state.ts';
import style from './trim-panel.module.css';

type TrimPanelProps = {
  trim: Trim;
  player: TrimPlayer;
  title: string;
  peaks: RulerPeaks | null;
  verdict: Verdict | null;
  /** Size of one second of the mp3 that will be sent, bytes; null if unknown. */
  bytesPerS: number | null;
  /** The draft of what is said; null if there is none. */
  text?: RulerText | null;
  children?: React.ReactNode;
};

/** Time that is played before and after a cut, s. */
const aroundS = 2;

export function TrimPanel(props: TrimPanelProps) {
  const { trim, player, title, peaks, verdict, bytesPerS, text = null, children } = props;
  const { t, i18n } = useTranslation();
  const { durationS, speech } = trim;
  const state = useSnapshot(trim.state);
  const { kept, selection, pauseS } = state;
  const playing = useSnapshot(player.state);
  const ruler = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<RulerWindow>(() => wholeWindow(durationS));
  const removed = useMemo(() => invertSpans(kept, durationS), [kept, durationS]);
  const proposals = useMemo(
    () => proposeCuts({ durationS, speech, kept, pauseS }),
    [durationS, speech, kept, pauseS],
  );
  const proposed = useMemo(() => cutsOf(proposals), [proposals]);

  // Makes playback skip the cuts.
  useEffect(() => {
    player.setSkips(removed);
    return () => player.setSkips([]);
  }, [player, removed]);

  const zoom = (key: ZoomKey) =>
    setWindow((current) =>
      zoomByKey(current, key, selection ? (selection[0] + selection[1]) / 2 : player.position(), durationS),
    );
  const actions = createTrimActions(trim, player, window.toS - window.fromS);

  return (
    // Key presses bubble up from the parts of the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={style.panel}
      aria-label={t('trim.label')}
      onKeyDown={(event) => {
        const action = keyToTrimAction(event);
        if (!action || event.defaultPrevented) return;
        // Outside the ruler only undo and redo apply, because buttons and lists use the other keys.
        const isOnRuler = event.target instanceof Node && ruler.current?.contains(event.target);
        if (!isOnRuler && action !== 'undo' && action !== 'redo') return;
        event.preventDefault();
        actions[action]();
      }}
    >
      {playing.status === 'failed' ? (
        <Notice kind="info" live="alert" title={t('player.localFailed')}>
          <p>{t('player.localFailedText')}</p>
        </Notice>
      ) : null}
      <div ref={ruler}>
        <TrimRuler
          trim={trim}
          player={player}
          title={title}
          peaks={peaks}
          verdict={verdict}
          removed={removed}
          proposed={proposed}
          text={text}
          window={window}
          onWindow={setWindow}
        />
      </div>
      <TrimToolbar
        trim={trim}
        player={player}
        window={window}
        bytesPerS={bytesPerS}
        onZoom={zoom}
        actions={actions}
      >
        {children}
      </TrimToolbar>
      <TrimSelection
        selection={selection}
        kept={kept}
        removed={removed}
        onListen={([startS, endS]) => player.playSpan(startS, endS)}
        onRemove={actions.remove}
        onRestore={trim.restore}
        onClear={actions.unselect}
      />
      <TrimProposals
        trim={trim}
        proposals={proposals}
        bytesPerS={bytesPerS}
        onListen={(cut) => {
          setWindow((current) => windowToShow(current, cut[0], durationS));
          player.playSpan(Math.max(0, cut[0] - 1), Math.min(durationS, cut[1] + 1));
        }}
      />
      <TrimCuts
        cuts={removed}
        onShow={(cut) => {
          setWindow(windowAround(cut[0], cut[1], durationS));
          trim.select(cut);
        }}
        onListen={([startS, endS]) => player.playSpan(startS - aroundS, endS + aroundS, removed)}
        onRestore={trim.restore}
      />
      <TrimHelp />
      <VisuallyHidden live="polite">
        {state.last
          ? t(`trim.said.${state.last.deed}`, { duration: spokenDuration(state.keptS, i18n.language) })
          : null}
      </VisuallyHidden>
    </section>
  );
}
