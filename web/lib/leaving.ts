/**
 * True if something on the page would ask before the tab is closed, such as an upload. The guards are asked as the browser asks
 * them, so that there is no second list of them.
 */
export const isLeavingGuarded = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
