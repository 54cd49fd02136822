import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/menu.tsx';
import { SettingsChoices } from './settings-choices.tsx';
import style from './settings-menu.module.css';

export function SettingsMenu() {
  const { t, i18n } = useTranslation();
  return (
    <Menu
      label={`${t('shell.menu')}, ${t('shell.language')}: ${i18n.language.toUpperCase()}`}
      triggerProps={{ className: style.settings }}
      trigger={
        <>
          <Globe size={20} aria-hidden="true" />
          <span>{i18n.language.toUpperCase()}</span>
        </>
      }
    >
      <SettingsChoices />
    </Menu>
  );
}
