import { tagsFor, type Resource } from '../resource'

/** Menu entries: directories, pages, and the actions of pages. */
export const menu = {
  name: 'menu',
  path: '/menu',
  isTree: true,
  id: 'menuId',
  label: 'title',
  nouns: { a: 'a menu entry', one: 'menu entry', many: 'menu entries' },
  trash: 'menu',
  tags: tagsFor('admin:sysMenu', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  view: '/admin/sys-menu/index',
  texts: {
    one: 'resource.menu',
    title: 'menu.title',
    intro: 'menu.intro',
    noun: 'menu.noun',
    empty: 'menu.empty',
  },
  fields: {
    menuId: { text: 'record.id' },
    parentId: { text: 'menu.parent' },
    title: { text: 'menu.entryTitle', en: 'titleEn', filter: 'contains' },
    titleEn: { text: 'menu.titleEn' },
    menuType: { text: 'menu.type', as: { M: 'menu.type.M', C: 'menu.type.C', F: 'menu.type.F' } },
    path: { text: 'menu.path' },
    component: { text: 'menu.component' },
    permission: { text: 'menu.permission' },
    icon: { text: 'menu.icon' },
    visible: { text: 'menu.visible', as: { '0': 'menu.shown', '1': 'menu.hidden' }, filter: 'equals' },
    sort: { text: 'record.sort', as: 'number' },
  },
} as const satisfies Resource
