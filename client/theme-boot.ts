// Runs first of all our code, so that nothing is painted in the wrong colours: everything else waits for more.
let mode: unknown
try {
  mode = JSON.parse(localStorage.getItem('settings') ?? '{}')?.themeMode
} catch {
  // damaged, or storage is switched off: as the system has it
}
const isChosen = mode === 'dark' || mode === 'light'
const isDark = isChosen ? mode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
