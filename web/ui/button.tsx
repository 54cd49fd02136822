import { clsx } from 'clsx';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import style from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  children?: React.ReactNode;
  /** A screen should have at most one `primary` button. */
  look?: ButtonLook;
  /** True for a square of 44 px with one icon. Such a button needs an `aria-label`. */
  icon?: boolean;
  /**
   * The rule of this class should also name the element (`button.name`), so that it overrides the look in any order of
   * the files.
   */
  className?: string | undefined;
  ref?: React.Ref<HTMLButtonElement>;
};

/** A button. `isPending` keeps it focusable, shows a spinner and ignores presses. */
export function Button({ look = 'secondary', icon = false, className, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={clsx(style.button, style[look], icon && style.icon, className)}>
      {rest.isPending ? <Spinner size={18} /> : null}
      {rest.isPending && icon ? null : children}
    </AriaButton>
  );
}
