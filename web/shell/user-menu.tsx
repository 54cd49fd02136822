import { useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#web/features/auth/sign-out.ts';
import { displayName, type User } from '#web/features/user/user.state.ts';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu.tsx';
import style from './header.module.css';
import { SettingsChoices } from './settings-choices.tsx';

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

export function UserMenu({ user }: { user: Pick<User, 'firstName' | 'lastName' | 'username' | 'email'> }) {
  const { t } = useTranslation();
  const router = useRouter();
  const name = displayName(user);
  const initials = initialsOf(name);
  const leave = async () => {
    const href = await signOut();
    if (href.startsWith('/')) await router.navigate({ href, replace: true });
    else location.assign(href);
  };
  return (
    <Menu
      label={t('user.menu', { name, initials })}
      triggerProps={{ icon: true, className: style.avatarButton }}
      trigger={
        <span className={style.avatar} aria-hidden="true">
          {initials}
        </span>
      }
    >
      <MenuSection heading={`${t('user.signedInAs')} ${name}`}>
        <MenuItem
          textValue={t('auth.signOut')}
          icon={<LogOut size={18} aria-hidden="true" />}
          onAction={() => void leave()}
        >
          {t('auth.signOut')}
        </MenuItem>
      </MenuSection>
      <SettingsChoices />
    </Menu>
  );
}
