import { Check } from 'lucide-react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components';
import style from './checkbox.module.css';

type CheckboxProps = Omit<AriaProps, 'className' | 'style' | 'children'> & { children: React.ReactNode };

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={style.checkbox}>
      <span className={style.box}>
        <Check size={18} strokeWidth={3} aria-hidden="true" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
