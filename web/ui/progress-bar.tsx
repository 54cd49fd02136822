import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components';
import style from './progress-bar.module.css';

type ProgressBarProps = {
  label: string;
  /** Progress, 0 to 1; null if unknown. */
  value: number | null;
  /** Replaces the percentage on screen and for screen readers. */
  valueText?: string;
};

export function ProgressBar({ label, value, valueText }: ProgressBarProps) {
  return (
    <AriaProgressBar
      className={style.progress}
      minValue={0}
      maxValue={1}
      value={value ?? 0}
      isIndeterminate={value === null}
      valueLabel={valueText}
      formatOptions={{ style: 'percent', maximumFractionDigits: 0 }}
    >
      {({ valueText: shown }) => (
        <>
          <Label>{label}</Label>
          <span className={style.value}>{shown ?? valueText}</span>
          <span className={style.track}>
            <span
              className={style.fill}
              data-indeterminate={value === null || undefined}
              style={value === null ? undefined : { transform: `scaleX(${value})` }}
            />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
