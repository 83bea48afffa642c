import { apiPaths } from '../api-paths'
import type { MenuType } from '../constants'
import type { PlainTextKey } from '../i18n/text'
import { viewNames } from '../views'

/** Value of `component` that means the frame around pages. */
const LAYOUT = 'Layout'

/** What a directory may name: the frame, or inside of another directory a view that only passes its pages through. */
const directoryComponents: readonly string[] = [LAYOUT, '/log/index']

/** How deep the menu goes, actions included. */
export const MAX_MENU_DEPTH = 5

/** What may be below an entry of each type. */
const mayHold: Record<MenuType | 'top', readonly MenuType[]> = { top: ['M', 'C'], M: ['M', 'C'], C: ['F'], F: [] }

/** Whether an entry may be below one of type `parent`, which is undefined at the top. */
export const mayLieBelow = (type: MenuType, parent: MenuType | undefined): boolean =>
  mayHold[parent ?? 'top'].includes(type)

/** First parts of addresses that are spoken for. */
const reserved = [...apiPaths, 'assets', 'login', 'setup', 'auth-redirect', 'redirect', 'simulator', 'wall']
/** Whole addresses of pages that are there whatever the menu says. */
const reservedPages = ['/', '/index', '/dashboard', '/profile', '/profile/index', '/401', '/404']

export const isWebAddress = (path: string): boolean => /^https?:\/\//i.test(path)

const segment = String.raw`:?[\p{L}\p{N}_~-][\p{L}\p{N}_~.-]*`
const ownPath = new RegExp(`^/?${segment}(/${segment})*/?$`, 'u')

/**
 * True for a path of our own, from the root or below the parent's, and for an address that begins with http(s). Refused
 * are other schemes and hosts, ways upwards, and signs that browsers skip or turn round.
 */
export const isMenuPath = (path: string): boolean => (isWebAddress(path) ? isSound(path) : ownPath.test(path))

function isSound(address: string): boolean {
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(address) || !URL.canParse(address)) return false
  const { username, password, hostname } = new URL(address)
  return username === '' && password === '' && hostname !== ''
}

/** The address of an entry below the one at `parent`, which is empty at the top. */
export const menuAddress = (path: string, parent: string): string =>
  isWebAddress(path) ? path : (path.startsWith('/') ? path : `${parent}/${path}`).replace(/(.)\/$/, '$1')

export const isReservedAddress = (address: string): boolean =>
  reservedPages.includes(address) || reserved.includes(address.split('/')[1] ?? '')

/** What the rules look at. */
export type MenuFields = {
  menuType: MenuType
  menuName: string
  icon: string
  path: string
  component: string
  noCache: boolean
  permission: string
  activeMenu: string
}

type Fault = { field: keyof MenuFields; key: PlainTextKey }

/** What an entry lacks, or has too much of, for its type. */
export function menuFaults({ menuType, menuName, path, component, permission }: MenuFields): Fault[] {
  const faults: Fault[] = []
  const fault = (field: Fault['field'], key: PlainTextKey) => void faults.push({ field, key })
  if (menuType === 'F') {
    if (permission === '') fault('permission', 'menu.actionNeedsTag')
  } else if (menuType === 'M') {
    if (isWebAddress(path)) fault('path', 'menu.directoryPath')
    if (component !== '' && !directoryComponents.includes(component)) fault('component', 'menu.directoryComponent')
  } else {
    if (path === '') fault('path', 'field.required')
    if (isWebAddress(path)) return faults
    if (menuName === '') fault('menuName', 'field.required')
    if (!viewNames.some((name) => name === component)) {
      fault('component', component === '' ? 'field.required' : 'menu.unknownView')
    }
  }
  return faults
}

/** An entry without what means nothing for its type, however a client has filled it in. */
export function ofItsType<Fields extends MenuFields>(fields: Fields): Fields {
  const { menuType, path, component } = fields
  if (menuType === 'F') {
    return { ...fields, menuName: '', icon: '', path: '', component: '', noCache: false, activeMenu: '' }
  }
  if (menuType === 'M') return { ...fields, component: component || LAYOUT, activeMenu: '' }
  return isWebAddress(path) ? { ...fields, component: '', noCache: false, activeMenu: '' } : fields
}
