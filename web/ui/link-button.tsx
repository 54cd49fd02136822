import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-aria-components';
import style from './button.module.css';
import type { ButtonLook } from './button.tsx';

type LinkButtonProps = Omit<LinkProps, 'className' | 'style' | 'children'> & {
  children?: React.ReactNode;
  href: string;
  look?: ButtonLook;
  icon?: boolean;
  /** The rule of this class should also name the element (`a.name`), as with `Button`. */
  className?: string | undefined;
  ref?: React.Ref<HTMLAnchorElement>;
};

/** A link that looks like a button. It navigates, and does not perform an action. */
export function LinkButton({
  look = 'secondary',
  icon = false,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={clsx(style.button, style[look], icon && style.icon, className)}>
      {children}
    </Link>
  );
}
