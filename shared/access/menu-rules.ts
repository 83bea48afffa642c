import { apiPaths } from '../api-paths'
import type { MenuType } from '../constants'
import type { PlainTextKey } from '../i18n/text'
import { viewNames } from '../views'

/** Value of `component` for the frame around pages. */
const LAYOUT = 'Layout'

/** The components of directories: the frame, or inside of a directory a view that only passes its pages through. */
const directoryComponents: readonly string[] = [LAYOUT, '/log/index']

/** Maximum depth of the menu, actions included. */
export const MAX_MENU_DEPTH = 5

/** The permitted types below an entry of each type. */
const mayHold: Record<MenuType | 'top', readonly MenuType[]> = { top: ['M', 'C'], M: ['M', 'C'], C: ['F'], F: [] }

/** True if an entry may be below one of type `parent`, which is undefined at the top. */
export const mayLieBelow = (type: MenuType, parent: MenuType | undefined): boolean =>
  mayHold[parent ?? 'top'].includes(type)

/** Reserved first parts of addresses. */
const reserved = [...apiPaths, 'assets', 'login', 'setup', 'auth-redirect', 'redirect', 'simulator', 'wall']
/** Complete addresses of pages that exist in every menu. */
const reservedPages = ['/', '/index', '/dashboard', '/profile', '/profile/index', '/401', '/404']

export const isWebAddress = (path: string): boolean => /^https?:\/\//i.test(path)

const segment = String.raw`:?[\p{L}\p{N}_~-][\p{L}\p{N}_~.-]*`
const ownPath = new RegExp(`^/?${segment}(/${segment})*/?$`, 'u')

/**
 * True for a path of this product, from the root or below the parent's, and for an http(s) address. False for other
 * schemes and hosts, upward paths, and characters that browsers skip or convert.
 */
export const isMenuPath = (path: string): boolean => (isWebAddress(path) ? isSound(path) : ownPath.test(path))

function isSound(address: string): boolean {
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(address) || !URL.canParse(address)) return false
  const { username, password, hostname } = new URL(address)
  return username === '' && password === '' && hostname !== ''
}

/** The address of an entry below `parent`, which is empty at the top. */
export const menuAddress = (path: string, parent: string): string =>
  isWebAddress(path) ? path : (path.startsWith('/') ? path : `${parent}/${path}`).replace(/(.)\/$/, '$1')

export const isReservedAddress = (address: string): boolean =>
  reservedPages.includes(address) || reserved.includes(address.split('/')[1] ?? '')

/** The fields that the rules check. */
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

/** The missing and the excess fields of an entry, by its type. */
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

/** An entry without the values that have no meaning for its type. */
export function ofItsType<Fields extends MenuFields>(fields: Fields): Fields {
  const { menuType, path, component } = fields
  if (menuType === 'F') {
    return { ...fields, menuName: '', icon: '', path: '', component: '', noCache: false, activeMenu: '' }
  }
  if (menuType === 'M') return { ...fields, component: component || LAYOUT, activeMenu: '' }
  return isWebAddress(path) ? { ...fields, component: '', noCache: false, activeMenu: '' } : fields
}
