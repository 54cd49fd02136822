import { clsx } from 'clsx';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import style from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  children?: React.ReactNode;
  /** One `primary` a screen. */
  look?: ButtonLook;
  /** A square of 44 px for one icon; give it an `aria-label`. */
  icon?: boolean;
  /** Name the element too in its rule (`button.name`), so that it counts more than the look in every order of files. */
  className?: string | undefined;
  ref?: React.Ref<HTMLButtonElement>;
};

/** `isPending` keeps the button focusable, shows that it works and ignores further presses. */
export function Button({ look = 'secondary', icon = false, className, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={clsx(style.button, style[look], icon && style.icon, className)}>
      {rest.isPending ? <Spinner size={18} /> : null}
      {rest.isPending && icon ? null : children}
    </AriaButton>
  );
}
