import { Input, NumberField as AriaNumberField } from 'react-aria-components';
import { FieldLabel, FieldNotes } from './field-parts.tsx';
import style from './field.module.css';

type NumberFieldProps = {
  label: string;
  optional?: string;
  hint?: string;
  error?: string | undefined;
  /** Null while the field is empty. */
  value: number | null;
  onChange(value: number | null): void;
  minValue?: number;
  maxValue?: number;
};

/**
 * Field for whole numbers, with arrow keys. A number out of range stays as it was typed. The caller reports it through
 * `error`.
 */
export function NumberField({ label, optional, hint, error, value, onChange, ...range }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...range}
      step={1}
      commitBehavior="validate"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      formatOptions={{ maximumFractionDigits: 0 }}
      className={style.field}
    >
      <FieldLabel label={label} optional={optional} />
      <Input className={style.control} />
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}
