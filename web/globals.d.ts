/** Version of the package, put in by the build (vite.config.ts). */
declare const __VERSION__: string;

/** A part of the words of a language (tools/word-parts.ts). */
declare module '*/index.ts?part=first' {
  export const words: Partial<import('#web/i18n/words.ts').Words>;
}
declare module '*/index.ts?part=work' {
  export const words: Partial<import('#web/i18n/words.ts').Words>;
}
declare module '*/index.ts?part=session' {
  export const words: Partial<import('#web/i18n/words.ts').Words>;
}
declare module '*/index.ts?part=rest' {
  export const words: Partial<import('#web/i18n/words.ts').Words>;
}
declare module '*/index.ts?part=pair' {
  export const words: Partial<import('#web/i18n/words.ts').Words>;
}
