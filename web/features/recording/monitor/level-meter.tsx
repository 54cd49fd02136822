import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { createScope } from '#web/lib/scope.ts';
import { createMeterCanvas } from './level-meter-canvas.ts';
import { type Level, levelWord, meterRange } from './level-meter.rules.ts';
import style from './level-meter.module.css';

/** Update intervals of the number and of the spoken word, ms. */
const numberEveryMs = 200;
const wordEveryMs = 1000;

/** What tells the level. A recording does, and so does a phone that records. */
export type LevelSource = {
  onReport(listener: (report: Level & { momentaryLufs: number | null }) => void): () => void;
};

type LevelMeterProps = { recording: LevelSource; hasLoudness?: boolean };

/**
 * Shows the level in dBFS, with the speech range marked, and the momentary loudness (400 ms) in LUFS (ITU-R BS.1770-4) where it is
 * known. The reports are drawn without rendering React.
 */
export function LevelMeter({ recording, hasLoudness = true }: LevelMeterProps) {
  const { t, i18n } = useTranslation();
  const meter = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const lufs = useRef<HTMLSpanElement>(null);
  const word = (name: ReturnType<typeof levelWord>) => t(`recording.meter.${name}`);
  const language = i18n.language;

  useEffect(() => {
    if (!canvas.current) return;
    const scope = createScope();
    const drawing = scope.use(createMeterCanvas(canvas.current, t('recording.meter.speech')));
    let momentaryLufs: number | null = null;
    scope.defer(
      recording.onReport((report) => {
        drawing.push(report);
        momentaryLufs = report.momentaryLufs;
      }),
    );
    scope.interval(() => {
      const value = momentaryLufs === null ? '–' : formatNumber(Math.round(momentaryLufs), 0, language);
      write(lufs.current, t('recording.meter.lufs', { value: value.replace('-', '−') }));
    }, numberEveryMs);
    scope.interval(() => {
      const { heldDbfs } = drawing.needle;
      meter.current?.setAttribute(
        'aria-valuenow',
        String(Math.round(Math.max(meterRange.fromDbfs, heldDbfs))),
      );
      meter.current?.setAttribute('aria-valuetext', word(levelWord(heldDbfs)));
    }, wordEveryMs);
    return () => scope[Symbol.dispose]();
    // oxlint-disable-next-line react/exhaustive-deps -- only a new language changes the words
  }, [recording, language]);

  return (
    <div
      ref={meter}
      className={style.meter}
      // An element `meter` would show a bar of its own.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="meter"
      aria-label={t('recording.meter.label')}
      aria-valuemin={meterRange.fromDbfs}
      aria-valuemax={meterRange.toDbfs}
      aria-valuenow={meterRange.fromDbfs}
      aria-valuetext={word('silent')}
    >
      <canvas ref={canvas} className={style.canvas} />
      {hasLoudness ? (
        <span ref={lufs} className={style.lufs} aria-hidden="true">
          {t('recording.meter.lufs', { value: '–' })}
        </span>
      ) : null}
    </div>
  );
}

function write(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
