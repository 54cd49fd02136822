import { useTranslation } from 'react-i18next';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SoundFacts } from '#web/parts/quality/sound-facts.tsx';
import { codecLabel, wholePercent } from '#web/parts/quality/quality.rules.ts';

export function MeasureFacts({ analysis }: { analysis: Analysis }) {
  const { t, i18n } = useTranslation();
  const { measures, durationS, verdict } = analysis;
  const format = useFormat(analysis);
  const number = (value: number, digits = 1) => formatNumber(value, digits, i18n.language);
  const level = (value: number | null) =>
    value === null ? t('quality.unknown') : t('quality.levelValue', { value: number(value) });
  const lufs = (value: number | null) =>
    value === null ? t('quality.unknown') : t('quality.loudnessValue', { value: number(value) });
  const { loudnessRangeLu, bandwidthHz, hum, reverberationS, levelSpreadDb, dropouts, clipping } = measures;
  const facts: [string, string][] = [
    [t('quality.format'), format],
    [
      t('quality.loudnessRange'),
      loudnessRangeLu === null
        ? t('quality.unknown')
        : t('quality.loudnessRangeValue', { value: number(loudnessRangeLu) }),
    ],
    [t('quality.maxShortTerm'), lufs(measures.maxShortTermLufs)],
    [t('quality.maxMomentary'), lufs(measures.maxMomentaryLufs)],
    [t('quality.speechLevel'), level(measures.speechDbfs)],
    [t('quality.noiseFloor'), level(measures.noiseDbfs)],
    [
      t('quality.bandwidth'),
      bandwidthHz === null
        ? t('quality.unknown')
        : t('quality.bandwidthValue', { value: number(bandwidthHz / 1000) }),
    ],
    [
      t('quality.reverberation'),
      reverberationS === null
        ? t('quality.unknown')
        : t('quality.reverberationValue', { value: number(reverberationS) }),
    ],
    [
      t('quality.levelSpread'),
      levelSpreadDb === null
        ? t('quality.unknown')
        : t('quality.levelSpreadValue', { value: number(levelSpreadDb) }),
    ],
    [
      t('quality.humLevel'),
      hum
        ? t('quality.humValue', { frequency: hum.frequencyHz, value: number(hum.levelDbfs) })
        : t('quality.none'),
    ],
    [t('quality.dcOffset'), t('quality.dcOffsetValue', { value: number(measures.dcOffset * 100, 2) })],
    [t('quality.clipped'), t('quality.percent', { value: wholePercent(clipping.share) })],
    [t('quality.dropoutCount'), number(dropouts.count, 0)],
  ];
  return <SoundFacts durationS={durationS} verdict={verdict} more={facts} />;
}

function useFormat({ codec, sampleRate, channels }: Analysis): string {
  const { t, i18n } = useTranslation();
  const names = { 1: t('quality.mono'), 2: t('quality.stereo') } as Record<number, string>;
  return t('quality.formatValue', {
    codec: codecLabel(codec),
    rate: formatNumber(sampleRate / 1000, 1, i18n.language),
    channels: names[channels] ?? t('quality.channels', { channels }),
  });
}
