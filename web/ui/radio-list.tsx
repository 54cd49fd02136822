import { Radio, RadioGroup } from 'react-aria-components';
import { FieldLabel } from './field-parts.tsx';
import field from './field.module.css';
import style from './radio-list.module.css';

type RadioOption<K extends string> = { key: K; label: string; hint?: string };

type RadioListProps<K extends string> = {
  label: string;
  options: readonly RadioOption<K>[];
  value: K;
  onChange(key: K): void;
};

export function RadioList<K extends string>({ label, options, value, onChange }: RadioListProps<K>) {
  return (
    <RadioGroup value={value} onChange={(key) => onChange(key as K)} className={field.field}>
      <FieldLabel label={label} />
      <div className={style.list}>
        {options.map(({ key, label: text, hint }) => (
          <Radio key={key} value={key} className={style.radio}>
            <span className={style.ring} />
            <span className={style.text}>
              <span>{text}</span>
              {hint ? <span className={style.hint}>{hint}</span> : null}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
