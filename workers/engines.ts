declare const __ENGINES__: { ort: string; ffmpeg: string; silero: string; lame: string; kernel: string };

/** URLs on our own server of the engines that workers load at run time (see vite.config.ts). */
export const enginePaths = __ENGINES__;
