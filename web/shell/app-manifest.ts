import i18next from 'i18next';
import { manifestFile } from './manifest-file.ts';

/** Names the manifest in the language of the page, so that the app is installed with its words. */
export function followLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (!link) return;
  const show = (language: string) => {
    const address = `/${manifestFile(language)}`;
    if (link.getAttribute('href') !== address) link.href = address;
  };
  show(i18next.language);
  i18next.on('languageChanged', show);
}
