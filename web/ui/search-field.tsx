import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { Input, Label, SearchField as AriaSearchField } from 'react-aria-components';
import { Button } from './button.tsx';
import style from './field.module.css';
import hidden from './visually-hidden.module.css';

type SearchFieldProps = {
  label: string;
  clearLabel: string;
  placeholder?: string;
  value: string;
  onChange(value: string): void;
};

export function SearchField({ label, clearLabel, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField value={value} onChange={onChange} className={style.field}>
      <Label className={hidden.hidden}>{label}</Label>
      <div className={style.group}>
        <span className={style.inset}>
          <Search size={20} aria-hidden="true" />
        </span>
        <Input placeholder={placeholder} className={clsx(style.control, value && style.withTrailing)} />
        {value ? (
          <div className={style.trailing}>
            <Button icon look="quiet" aria-label={clearLabel}>
              <X size={18} aria-hidden="true" />
            </Button>
          </div>
        ) : null}
      </div>
    </AriaSearchField>
  );
}
