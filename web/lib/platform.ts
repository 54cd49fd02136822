/** Cmd stands where others have Ctrl. No capability tells it, so the name of the platform does. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
