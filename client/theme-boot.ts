// Runs first of all our code, so that nothing is painted in the wrong colours: everything else waits for more.
try {
  const kept: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}')
  const mode = typeof kept === 'object' && kept !== null && 'themeMode' in kept ? kept.themeMode : 'light'
  const isDark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
} catch {
  // damaged, or storage is switched off: light it is
}
