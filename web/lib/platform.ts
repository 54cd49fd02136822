/**
 * True on Apple platforms, where Cmd is used instead of Ctrl. There is no feature test for that, so the platform name
 * decides.
 */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
