// Before the first paint, so that a chosen theme does not flash; the rest is web/features/user/theme.state.ts.
(() => {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
