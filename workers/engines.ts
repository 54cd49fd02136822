declare const __ENGINES__: { ort: string; ffmpeg: string; silero: string; lame: string; kernel: string };

/** Addresses of our own server under which workers find what they load at run time (see vite.config.ts). */
export const enginePaths = __ENGINES__;
