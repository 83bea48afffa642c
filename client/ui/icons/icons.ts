import type { MenuIconName } from '#shared/icons'
import { circle, entryIcons } from './entry-icons'

const box = (x: number, y: number, w: number, h = w) => `M${x} ${y}h${w}v${h}h${-w}z`

/** The icons for menu entries. */
const menuIcons: Record<MenuIconName, string> = {
  inbox: 'M4 13l2.500-8h11l2.500 8v6H4zM4 13h5l1 3h4l1-3h5',
  dashboard: box(4, 4, 6, 8) + box(4, 16, 6, 4) + box(14, 4, 6, 4) + box(14, 12, 6, 8),
  user: circle(12, 8, 4) + 'M4.5 20.5c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  peoples:
    circle(9, 8, 3.5) +
    'M2.5 20c0-3.8 2.8-6 6.5-6s6.5 2.2 6.5 6M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.6c2.2.8 3.5 2.6 3.5 5.4',
  tree: box(9, 3, 6, 5) + box(3, 16, 6, 5) + box(15, 16, 6, 5) + 'M12 8v4M6 16v-4h12v4',
  'tree-table': 'M3 5h18M9 12h12M9 19h12M5 5v14h4M5 12h4',
  pass: circle(8, 16, 4) + 'M11 13l9-9M16 8l3 3M13.5 10.5l2 2',
  education: 'M12 4 2 9l10 5 10-5zM6 11.5V17c2 2 10 2 12 0v-5.5M22 9v6',
  swagger:
    'M8 4c-3 0-3 2-3 4s0 4-2 4c2 0 2 2 2 4s0 4 3 4M16 4c3 0 3 2 3 4s0 4 2 4c-2 0-2 2-2 4s0 4-3 4M9 12h.01M12 12h.01M15 12h.01',
  log: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  logininfor: 'M13 4h6v16h-6M3 12h11M10 8l4 4-4 4',
  skill: 'M14.5 6a4.5 4.5 0 0 0-6 5.6L3 17l4 4 5.4-5.5a4.5 4.5 0 0 0 5.6-6l-3 3-3-3z',
  'api-server': box(4, 4, 16, 6) + box(4, 14, 16, 6) + 'M8 7h.01M8 17h.01M12 7h4M12 17h4',
  'api-doc': 'M6 3h9l4 4v14H6zM15 3v4h4M10.5 11 8.5 13.5l2 2.5M14.5 11l2 2.5-2 2.5',
  'system-tools': 'M4 7h8M18 7h2M4 17h2M12 17h8' + circle(15, 7, 2.5) + circle(9, 17, 2.5),
  'time-range': circle(12, 12, 8.5) + 'M12 7v5l3.5 2',
  job: box(3, 8, 18, 12) + 'M9 8V4h6v4M3 13h18M12 12v2.5',
  druid:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  'dev-tools': box(3, 4, 18, 16) + 'M7 9l3 3-3 3M12.5 15.5H17',
  message: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12.5h5',
  send: 'M21 4 3 11.5l6.500 2.500 2.500 6zM21 4l-11.500 10',
  guide: circle(12, 12, 8.5) + 'M15.5 8.5l-2 5-5 2 2-5z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  build: 'M3 20V10l6 4v-4l6 4V4h4l2 16zM7.500 17h.01M12 17h.01M16.500 17h.01',
  bug: 'M8 9a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0zM12 9v10M3.5 8 8 11M20.5 8 16 11M3 14h5M16 14h5M4 20l4.5-3M20 20l-4.5-3',
  form: box(4, 3, 16, 18) + 'M8 8h8M8 12h8M8 16h4',
  documentation: 'M12 6c-2-2-6-2-9-1.5v14c3-.5 7-.5 9 1.5 2-2 6-2 9-1.5v-14C18 4 14 4 12 6zM12 6v14',
  chart: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  bell: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  monitor: box(3, 4, 18, 12) + 'M9 20.5h6M12 16v4.5M7 11h2l2-3 2 5 1.5-2H17',
  validCode: 'M12 3l8 3v6c0 4.5-3.4 7.8-8 9-4.6-1.2-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  qrcode:
    box(4, 4, 6) +
    box(14, 4, 6) +
    box(4, 14, 6) +
    'M14 14h2.5v2.500M20 14v3M14 20h2.500M20 20h.01M7 7h.01M17 7h.01M7 17h.01',
  component: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  online: circle(9, 8, 3.5) + 'M2.500 20c0-3.800 2.800-6 6.500-6 1.500 0 2.900.4 4 1M14.500 18.500l2.500 2.500 4.500-5',
  dict: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 12l3-6 3 6M10 10h4',
  audit: 'M18 9V7l-4-4H5v18h6M14 3v4h4M8.500 11H12M8.500 15H10' + circle(16, 15.5, 3.5) + 'M18.500 18l3 3',
}

/** Line icons on a 24 × 24 grid, by name. */
export const icons = {
  ...menuIcons,
  home: 'M3.500 11.500 12 4l8.500 7.500M5.500 10v10h13V10M9.500 20v-6h5v6',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  search: circle(11, 11, 6.5) + 'M16 16l4.5 4.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  edit: 'M4 20l1-4.5L15.5 5l3.5 3.5L8.5 19zM13 7.5l3.5 3.5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.6L20 8.5M20 4v4.5h-4.5',
  columns: box(4, 4, 16) + 'M9.5 4v16M14.5 4v16',
  more: circle(5.5, 12, 0.6) + circle(12, 12, 0.6) + circle(18.5, 12, 0.6),
  language: circle(12, 12, 8.5) + 'M3.5 12h17M12 3.5c3 2.5 4 5.5 4 8.5s-1 6-4 8.5c-3-2.5-4-5.5-4-8.5s1-6 4-8.5z',
  logout: 'M11 4H5v16h6M10 12h11M17 8l4 4-4 4',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  'fullscreen-exit': 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  fold: 'M12 6.5 6.5 12l5.5 5.500M18.500 6.5 13 12l5.500 5.500',
  unfold: 'M12 6.5l5.500 5.500L12 17.500M5.500 6.5 11 12l-5.500 5.500',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  'sort-up': 'M7 14l5-5 5 5',
  'sort-down': 'M7 10l5 5 5-5',
  pending: circle(12, 12, 8.5) + 'M8 12h.01M12 12h.01M16 12h.01',
  sign: 'M3 20h18M5 16l2-5L16 3l3 3-8 9z',
  calendar: box(4, 5, 16, 15) + 'M4 10h16M8.5 3v4M15.5 3v4',
  external: 'M19 13v7H4V5h7M14 4h6v6M20 4l-9 9',
  copy: box(9, 9, 11) + 'M5 15H4V4h11v1',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  'pin-start': 'M5 4v16M20 12H9M13 8l-4 4 4 4',
  'pin-end': 'M19 4v16M4 12h11M11 8l4 4-4 4',
  pin: 'M9 3h6l-1 6 3.500 3.500h-11L10 9zM12 12.500V21',
  camera: 'M4 7h3.500l1.500-2.500h6L16.500 7H20v12.500H4z' + circle(12, 13, 3.5),
  phone: box(7, 2, 10, 20) + 'M11 18.500h2',
  lock: box(5, 11, 14, 9) + 'M8 11V8a4 4 0 0 1 8 0v3M12 14.500v2',
  ng: box(4, 4, 16) + 'M9 9l6 6M15 9l-6 6',
  ...entryIcons,
} as const

export type IconName = keyof typeof icons

export const iconNames = Object.keys(icons).filter(isIconName)

function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name)
}
