declare const __ENGINES__: {
  ort: string;
  ffmpeg: string;
  silero: string;
  lame: string;
  zxing: string;
  kernel: string;
};

/** URLs of the engines that workers load at run time. The engines are on our own server (see vite.config.ts). */
export const enginePaths = __ENGINES__;
