import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { curveToLine, lineToPath, spectrumToLine } from './sound-plots.rules.ts';
import type { PlotLine } from './sound-plots.rules.ts';
import style from './sound-plots.module.css';

/**
 * Axis of the loudness, LUFS. It runs from the absolute gate to full scale, and marks the comfortable range for speech
 * (EBU R 128, AES TD1008).
 */
const loudness = { low: -60, high: 0, comfortable: [-24, -16] as const };
/**
 * Axes of the spectrum: level of a band, dBFS, and frequency, Hz. The frequency covers eight octaves, from mains hum to
 * the end of wideband speech.
 */
const level = { low: -110, high: -20 };
const frequency = { low: 31.25, high: 8_000 };

export function SoundPlots({ durationS, measures }: Pick<Analysis, 'durationS' | 'measures'>) {
  const { t } = useTranslation();
  const { loudnessCurve, spectrum } = measures;
  const curve = useMemo(() => curveToLine(loudnessCurve.lufs, 300, loudness), [loudnessCurve]);
  const bands = useMemo(
    () =>
      spectrum && {
        speech: spectrumToLine(spectrum.frequenciesHz, spectrum.speechDb, { frequency, level }),
        noise: spectrumToLine(spectrum.frequenciesHz, spectrum.noiseDb, { frequency, level }),
      },
    [spectrum],
  );
  return (
    <div className={style.plots}>
      {curve.length > 0 ? (
        <figure className={style.plot}>
          <figcaption className={style.caption}>{t('quality.plot.loudness')}</figcaption>
          <Plot
            line={curve}
            levels={['0', '−30', '−60']}
            along={[0, durationS / 2, durationS].map(formatClock)}
            band={loudness.comfortable.map((lufs) => (lufs - loudness.low) / (loudness.high - loudness.low))}
          />
        </figure>
      ) : null}
      {bands && bands.speech.length > 0 ? (
        <figure className={style.plot}>
          <figcaption className={style.caption}>
            {t('quality.plot.spectrum')}
            <span className={style.key} />
            {t('quality.plot.speech')}
            {bands.noise.length > 0 ? (
              <>
                <span className={style.key} data-second />
                {t('quality.plot.noise')}
              </>
            ) : null}
          </figcaption>
          <Plot
            line={bands.speech}
            second={bands.noise}
            levels={[String(level.high), String((level.high + level.low) / 2), String(level.low)].map(
              (text) => text.replace('-', '−'),
            )}
            along={['31 Hz', '125', '500', '2 kHz', '8 kHz']}
          />
        </figure>
      ) : null}
    </div>
  );
}

type PlotProps = {
  line: PlotLine;
  second?: PlotLine;
  levels: readonly string[];
  along: readonly string[];
  /** The recommended range of levels: its lower and upper end on the axis from 0 to 1. */
  band?: readonly number[];
};

const widthPx = 600;
const heightPx = 100;

function Plot({ line, second, levels, along, band }: PlotProps) {
  const [from = 0, to = 0] = band ?? [];
  return (
    <div className={style.box} aria-hidden="true">
      <div className={style.levels}>
        {levels.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${widthPx} ${heightPx}`} preserveAspectRatio="none">
        {band ? (
          <rect
            className={style.band}
            y={(1 - to) * heightPx}
            width={widthPx}
            height={(to - from) * heightPx}
          />
        ) : null}
        {[0, 0.5, 1].map((share) => (
          <line key={share} className={style.grid} x2={widthPx} y1={share * heightPx} y2={share * heightPx} />
        ))}
        {second ? <path className={style.second} d={lineToPath(second, widthPx, heightPx)} /> : null}
        <path className={style.line} d={lineToPath(line, widthPx, heightPx)} />
      </svg>
      <div className={style.along}>
        {along.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
    </div>
  );
}
