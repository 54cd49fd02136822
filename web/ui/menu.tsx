import { clsx } from 'clsx';
import { Check, ExternalLink } from 'lucide-react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { Button, type ButtonProps } from './button.tsx';
import style from './menu.module.css';

type MenuProps = {
  /** Content of the button that opens the menu. */
  trigger: React.ReactNode;
  label: string;
  triggerProps?: Pick<ButtonProps, 'look' | 'icon' | 'className'>;
  children: React.ReactNode;
};

export function Menu({ trigger, label, triggerProps, children }: MenuProps) {
  return (
    <MenuTrigger>
      <Button look="quiet" aria-label={label} {...triggerProps}>
        {trigger}
      </Button>
      <Popover className={style.popover} placement="bottom end">
        <AriaMenu className={style.list}>{children}</AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type AnchoredMenuProps = {
  /** The element at which the menu opens; null closes the menu. */
  anchor: Element | null;
  label: string;
  onClose(): void;
  children: React.ReactNode;
};

/**
 * Focuses the checked entry or the first one, which is rendered a frame later. Without a trigger the menu does not know
 * that the keyboard opened it, and would focus its list.
 */
function focusFirst(menu: HTMLElement | null): (() => void) | undefined {
  if (!menu) return;
  const frame = requestAnimationFrame(() =>
    (
      menu.querySelector<HTMLElement>('[aria-checked="true"]') ??
      menu.querySelector<HTMLElement>('[role^="menuitem"]')
    )?.focus(),
  );
  return () => cancelAnimationFrame(frame);
}

export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  return (
    <Popover
      className={style.popover}
      placement="bottom end"
      triggerRef={{ current: anchor }}
      isOpen={anchor !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu ref={focusFirst} className={style.list} aria-label={label} onClose={onClose}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

type MenuItemProps = {
  id?: string;
  children: React.ReactNode;
  textValue: string;
  icon?: React.ReactNode;
  href?: string;
  /** An address outside the page opens in a new tab, which learns nothing of this one. */
  isExternal?: boolean;
  danger?: boolean;
  lang?: string;
  onAction?(): void;
};

export function MenuItem({ children, icon, danger, lang, isExternal = false, ...rest }: MenuItemProps) {
  const away = isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <AriaMenuItem {...rest} {...away} className={style.item} data-danger={danger || undefined}>
      {icon}
      <span lang={lang}>{children}</span>
      {isExternal ? <ExternalLink size={16} className={style.away} aria-hidden="true" /> : null}
    </AriaMenuItem>
  );
}

type MenuChoiceProps<K extends string> = {
  heading: string;
  options: readonly { key: K; label: string; lang?: string }[];
  value: K;
  onChange(value: K): void;
  /** Puts two short options side by side, so that a long menu fits a phone. */
  inPairs?: boolean;
};

export function MenuChoice<K extends string>(props: MenuChoiceProps<K>) {
  const { heading, options, value, onChange, inPairs = false } = props;
  return (
    <AriaMenuSection
      className={clsx(style.section, inPairs && style.pairs)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys as Set<K>;
        if (key !== undefined) onChange(key);
      }}
    >
      <Header className={style.heading}>{heading}</Header>
      {options.map((option) => (
        <AriaMenuItem key={option.key} id={option.key} textValue={option.label} className={style.item}>
          <span className={style.mark}>
            {option.key === value ? <Check size={18} aria-hidden="true" /> : null}
          </span>
          <span lang={option.lang}>{option.label}</span>
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}

export function MenuSection({ heading, children }: { heading?: string; children: React.ReactNode }) {
  return (
    <AriaMenuSection className={style.section}>
      {heading ? <Header className={style.heading}>{heading}</Header> : null}
      {children}
    </AriaMenuSection>
  );
}
