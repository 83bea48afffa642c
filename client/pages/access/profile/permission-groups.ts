import type { MenuItem } from '#shared/access/menu'

/** The last parts of tags, in a familiar order; each has a label. */
export const actionNames = [
  'list',
  'query',
  'add',
  'update',
  'edit',
  'submit',
  'review',
  'approve',
  'reject',
  'reopen',
  'publish',
  'retire',
  'void',
  'remove',
  'print',
  'revoke',
  'share',
  'export',
  'import',
  'verify',
  'redact',
  'hold',
  'release',
  'acknowledge',
  'close',
  'resetPassword',
  'start',
  'log',
  'test',
  'retry',
] as const

/** The actions on one resource, such as `admin:sysRole`. */
type PermissionGroup = {
  resource: string
  /** The menu entry of its page, used as its name; undefined if the operator's menu has none. */
  page: MenuItem | undefined
  /** Last parts of the tags: `list`, `add`. */
  actions: string[]
}

/** Permission tags by resource, in the order of the menu, then of the tags. */
export function permissionGroups(tags: readonly string[], menu: readonly MenuItem[]): PermissionGroup[] {
  const pages = flat(menu).filter(({ permission }) => permission !== '')
  const groups = Map.groupBy(tags, resourceOf)
  const order = [...new Set([...pages.map(({ permission }) => resourceOf(permission)), ...groups.keys()])]
  return order.flatMap((resource) => {
    const ownTags = groups.get(resource)
    const page = pages.find(({ permission }) => resourceOf(permission) === resource)
    return ownTags ? [{ resource, page, actions: ownTags.map((tag) => tag.slice(resource.length + 1)) }] : []
  })
}

const resourceOf = (tag: string) => tag.slice(0, tag.lastIndexOf(':'))

const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...flat(item.children ?? [])])
