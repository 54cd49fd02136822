// This script runs before the first paint, so that a chosen theme does not flash. Everything else about the theme is in
// web/features/user/theme.state.ts.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (['light', 'dark', 'contrast'].includes(theme)) document.documentElement.dataset.theme = theme;
  } catch {
    // The browser blocks storage, so no theme is stored.
  }
})();
