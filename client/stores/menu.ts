import { proxy, ref } from 'valtio'
import type { MenuItem } from '#shared/schemas/menu'
import type { Title } from './titles'

/** A page of the application: one address, or a pattern of addresses such as `/dict/:dictId`. */
export type AppRoute = {
  path: string
  /** Name of the route; only named routes become tabs. */
  name: string
  /** Key of the page in `views.ts`. It may name one that does not exist: menus are data. */
  view: string
  /** Not shown in menus and search. */
  hidden: boolean
  noCache: boolean
  /** Its tab cannot be closed. */
  affix: boolean
  /** Titles from the root down to the page itself. */
  trail: Title[]
}

type Routes = { items: readonly MenuItem[]; routes: readonly AppRoute[] }

const empty: Routes = { items: [], routes: [] }

/** The operator's menu as the server sent it, and the routes made from it. Replaced as a whole, so it is not tracked. */
export const menu = proxy({ loaded: ref<Routes>(empty) })

export const setMenu = (items: readonly MenuItem[], routes: readonly AppRoute[]): void =>
  void (menu.loaded = ref<Routes>({ items, routes }))

export const clearMenu = (): void => void (menu.loaded = ref<Routes>(empty))
