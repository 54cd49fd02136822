/** Version of the package, put in by the build (vite.config.ts). */
declare const __VERSION__: string;
