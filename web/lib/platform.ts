/** Cmd replaces Ctrl on Apple platforms. No feature test exists, so the platform name decides. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
