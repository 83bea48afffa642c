/** The path of a circle. */
export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** The icons of the sign-in page; they come with the first chunk. All others: `icons.ts`. */
export const entryIcons = {
  close: 'M6 6l12 12M18 6L6 18',
  sun: circle(12, 12, 4) + 'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M19.5 14A8 8 0 0 1 10 4.5a8 8 0 1 0 9.5 9.5z',
  eye: 'M2.5 12c2-4 5.5-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12z' + circle(12, 12, 3),
  'eye-off':
    'M4 4l16 16M9.5 6c5.5-1.5 9.8 1.5 12 6-.7 1.4-1.6 2.6-2.7 3.600M6.5 7.500C4.8 8.6 3.5 10.1 2.5 12c3 5.5 8 7.5 13 5.500M10 10a3 3 0 0 0 4 4',
  warning: 'M12 4 2.5 20h19zM12 10v4.500M12 17.200v.1',
  info: circle(12, 12, 8.5) + 'M12 11v5.500M12 7.700v.1',
  ok: circle(12, 12, 8.5) + 'M8 12.500l2.7 2.700L16 9.5',
} as const

let drawings: Readonly<Record<string, string>> = entryIcons

/** Adds further icons. */
export function addDrawings(more: Readonly<Record<string, string>>): void {
  drawings = { ...drawings, ...more }
}

/** The path of an icon, or a dot for an unknown name: menus are data and may name icons that we do not have. */
export const pathOf = (name: string): string => (Object.hasOwn(drawings, name) ? drawings[name]! : circle(12, 12, 2))
