import { Check, ChevronDown } from 'lucide-react';
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { FieldLabel, FieldNotes } from './field-parts.tsx';
import field from './field.module.css';
import style from './menu.module.css';

type SelectOption<K extends string> = {
  key: K;
  label: string;
  /** Language of the label if it differs from the page's. */
  lang?: string;
  /** True if the option is indented below the previous one. */
  nested?: boolean;
};

type SelectProps<K extends string> = {
  label: string;
  hint?: string;
  error?: string | undefined;
  options: readonly SelectOption<K>[];
  value: K;
  onChange(value: K): void;
};

export function Select<K extends string>({ label, hint, error, options, value, onChange }: SelectProps<K>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as K)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={field.field}
    >
      <FieldLabel label={label} />
      <Button className={field.control}>
        <SelectValue className={style.value}>{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown size={18} aria-hidden="true" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover className={style.popover}>
        <ListBox className={style.list}>
          {options.map((option) => (
            <ListBoxItem
              key={option.key}
              id={option.key}
              textValue={option.label}
              className={style.item}
              data-nested={option.nested || undefined}
            >
              <span className={style.mark}>
                {option.key === value ? <Check size={18} aria-hidden="true" /> : null}
              </span>
              <span lang={option.lang}>{option.label}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
