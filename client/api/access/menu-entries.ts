import type { Menu, MenuDetail, MenuInput, MenuOrder } from '#shared/access/menu'
import { menu } from '#shared/access/menu-resource'
import { read, request } from '../http'
import { resourceApi } from '../resource'

/** The entries of the menu, for administrators. (The operator's own menu comes with the first chunk: `menu.ts`.) */
export const menuApi = {
  ...resourceApi<Menu, MenuDetail, MenuInput, object>(menu),
  list: (signal?: AbortSignal) => read<Menu[]>(menu.path, signal),
  order: (order: MenuOrder) => request<number[]>('PUT', '/menu-order', { body: order }),
}
