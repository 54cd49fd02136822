/**
 * Returns the name of the manifest in a language. The document names the German one. The build writes the files
 * (`tools/app-manifest.ts`).
 */
export const manifestFile = (language: string): string =>
  language === 'de' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;
