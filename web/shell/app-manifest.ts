import i18next from 'i18next';

/**
 * Names the manifest in the language of the page, so that the app is installed with its words. German is in the document
 * already. The build writes the files (`tools/app-manifest.ts`).
 */
export function followLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (!link) return;
  const show = (language: string) => {
    const name = language === 'de' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;
    if (link.getAttribute('href') !== `/${name}`) link.href = `/${name}`;
  };
  show(i18next.language);
  i18next.on('languageChanged', show);
}
