import { proxy } from 'valtio';
import { localStore } from '#web/lib/browser-storage.ts';

export const themes = ['system', 'light', 'dark', 'contrast'] as const;
/** `contrast`: the colours of high contrast, light or dark as the device. */
export type Theme = (typeof themes)[number];

/** Key in local storage. `public/theme.js` reads it too, and applies the theme before the first paint. */
export const themeKey = 'theme';

const toTheme = (value: string | null): Theme => themes.find((theme) => theme === value) ?? 'system';

export const themeState = proxy<{ theme: Theme }>({ theme: 'system' });

export function startTheme(): void {
  themeState.theme = toTheme(localStore.getItem(themeKey));
}

export function chooseTheme(theme: Theme): void {
  themeState.theme = theme;
  if (theme === 'system') {
    localStore.removeItem(themeKey);
    delete document.documentElement.dataset['theme'];
  } else {
    localStore.setItem(themeKey, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
