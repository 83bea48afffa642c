export const isMac = /Mac OS X|iPhone|iPad/.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ctrl: isMac ? '⌃' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: isMac ? '⇧' : 'Shift',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  enter: 'Enter',
  space: 'Space',
  escape: 'Esc',
}

/** The names of keys held together on this machine: `['Ctrl', 'K']` for `mod+k`. */
export const keyNames = (keys: string): string[] => keys.split('+').map((key) => names[key] ?? key.toUpperCase())

/** The names of keys for assistive technology, which differ. */
export const ariaKeys = (keys: string): string =>
  keys
    .replace('mod', isMac ? 'Meta' : 'Control')
    .replace('alt', 'Alt')
    .replace(/\w$/, (key) => key.toUpperCase())
