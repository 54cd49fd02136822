import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { interactiveSelector } from '#web/parts/keys/key-target.rules.ts';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { formatClock } from '#web/lib/format.ts';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AfterRecording } from './after-recording.tsx';
import { BeforeRecording } from './before-recording.tsx';
import type { BeforeRecordingProps } from './before-recording.tsx';
import { LiveRecording } from './live-recording.tsx';
import { keyToRecordingAction, shownWarning } from './record-screen.rules.ts';
import { isBefore, isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import style from './live-recording.module.css';

export type RecordPanelProps = Omit<BeforeRecordingProps, 'children'> & {
  dictation?: { before: React.ReactNode; live: React.ReactNode };
  onDiscard(): void;
};

/** Shows the screens of a recording, from the sound check until the server has it. It does not own the recording. */
export function RecordPanel({ recording, dictation, onDiscard, ...rest }: RecordPanelProps) {
  const { t } = useTranslation();
  const { stage } = useSnapshot(recording.state);
  const panel = useFocusKept<HTMLElement>(stage);
  useRecordingKeys(recording);
  return (
    <section ref={panel} tabIndex={-1} className={style.panel} aria-label={t('recording.panel')}>
      <Announcer recording={recording} />
      {isBefore(stage) ? (
        <BeforeRecording recording={recording} {...rest}>
          {dictation?.before}
        </BeforeRecording>
      ) : isLive(stage) ? (
        <LiveRecording recording={recording} onDiscard={onDiscard}>
          {dictation?.live}
        </LiveRecording>
      ) : (
        <AfterRecording recording={recording} />
      )}
    </section>
  );
}

/**
 * Handles M and space while a recording is live and no focused element needs these keys. M is a single letter, which a
 * person can switch off (WCAG 2.1.4).
 */
function useRecordingKeys(recording: Recording): void {
  useEffect(() => {
    const controller = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      const { stage } = recording.state;
      const action = keyToRecordingAction(event);
      if (!action || event.defaultPrevented || !isLive(stage)) return;
      if (action === 'mark' && !singleKeys.isOn) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const wants = action === 'mark' ? typingSelector : interactiveSelector;
      if (target.closest(wants)) return;
      event.preventDefault();
      if (action === 'mark') recording.mark();
      else if (stage === 'paused') recording.resume();
      else if (stage === 'recording') recording.pause();
    };
    window.addEventListener('keydown', onKey, { signal: controller.signal });
    return () => controller.abort();
  }, [recording]);
}

/** Elements that use letter keys themselves: text fields, and lists with type-ahead. */
const typingSelector =
  'input:not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"], ' +
  '[role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"]';

/** A live region that announces each stage, warning and marker once. It does not announce the seconds. */
function Announcer({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  const { stage, markers } = state;
  const warning = isLive(stage) && stage !== 'interrupted' ? shownWarning(state) : null;
  const last = markers.findLast(({ kind }) => kind === 'user');
  return (
    <>
      <VisuallyHidden live={stage === 'interrupted' ? 'assertive' : 'polite'}>
        {stage === 'idle' ? '' : t(`recording.stage.${stage}`)}
      </VisuallyHidden>
      <VisuallyHidden live="polite">{warning ? t(`recording.warning.${warning}`) : ''}</VisuallyHidden>
      <VisuallyHidden live="polite">
        {last ? t('recording.mark.added', { time: formatClock(last.at) }) : ''}
      </VisuallyHidden>
    </>
  );
}
