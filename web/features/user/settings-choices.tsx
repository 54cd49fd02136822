import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { chooseLanguageForUser } from '#web/features/user/user.state.ts';
import { type Language, languageNames, languages } from '#web/i18n/languages.ts';
import { MenuChoice } from '#web/ui/menu.tsx';
import { chooseTheme, themes, themeState } from './theme.state.ts';
import { toasts } from '#web/parts/page/toasts.ts';

export function SettingsChoices() {
  const { t, i18n } = useTranslation();
  const { theme } = useSnapshot(themeState);
  const chooseLanguage = async (language: Language) => {
    if (!(await chooseLanguageForUser(language))) {
      toasts.add({ kind: 'info', text: i18n.t('user.languageNotSaved') });
    }
  };
  return (
    <>
      <MenuChoice
        heading={t('shell.language')}
        inPairs
        options={languages.map((key) => ({ key, label: languageNames[key], lang: key }))}
        value={i18n.language as Language}
        onChange={(language) => void chooseLanguage(language)}
      />
      <MenuChoice
        heading={t('shell.theme.heading')}
        inPairs
        options={themes.map((key) => ({ key, label: t(`shell.theme.${key}`) }))}
        value={theme}
        onChange={chooseTheme}
      />
    </>
  );
}
