import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import style from './segments.module.css';

type SegmentsProps<K extends string> = {
  label: string;
  options: readonly { key: K; label: string }[];
  value: K;
  onChange(key: K): void;
};

export function Segments<K extends string>({ label, options, value, onChange }: SegmentsProps<K>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={style.segments}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as K);
      }}
    >
      {options.map(({ key, label: text }) => (
        <ToggleButton key={key} id={key} className={style.segment}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
