import type { ButtonProps } from './button.tsx';

export type MenuProps = {
  /** Content of the button that opens the menu. */
  trigger: React.ReactNode;
  label: string;
  triggerProps?: Pick<ButtonProps, 'look' | 'icon' | 'className'>;
  children: React.ReactNode;
};

export type AnchoredMenuProps = {
  /** The element at which the menu opens; null closes the menu. */
  anchor: Element | null;
  label: string;
  onClose(): void;
  children: React.ReactNode;
};

export type MenuItemProps = {
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

export type MenuChoiceProps<K extends string> = {
  heading: string;
  options: readonly { key: K; label: string; lang?: string }[];
  value: K;
  onChange(value: K): void;
  /** Puts two short options side by side, so that a long menu fits a phone. */
  inPairs?: boolean;
};

export type MenuSectionProps = { heading?: string; children: React.ReactNode };

export type DialogProps = {
  isOpen: boolean;
  onClose(): void;
  title: string;
  children: React.ReactNode;
  /** Content that stays visible at the bottom while the dialog scrolls. */
  footer?: React.ReactNode;
  /** `alertdialog` interrupts and cannot be dismissed by a press outside. */
  role?: 'dialog' | 'alertdialog';
};
