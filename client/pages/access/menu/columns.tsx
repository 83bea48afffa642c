import type { Menu } from '#shared/access/menu'
import type { Column } from '../../../ui/table/column'
import { Icon } from '../../../ui/icons/Icon'
import { actionsColumn } from '../../../ui/record/actions-column'
import type { RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'
import type { T } from '../../../ui/useText'
import { entryTitle } from './entry-title'
import './menu.css'
import type { ListQuery } from '../../../ui/table/useListQuery'
import type { MenuType } from '#shared/constants'

export type MenuFilters = ListQuery & { title?: string; menuType?: MenuType; visible?: '0' | '1' }

const tones = { M: 'info', C: 'ok', F: 'pending' } as const

/** The columns of the menu; the first holds the tree. */
export const menuColumns = (t: T, actions: RowActions<Menu>): Column<Menu, MenuFilters>[] => [
  {
    id: 'title',
    header: t('menu.entryTitle'),
    canHide: false,
    cell: (menu) => (
      <span className="row inline menu-title">
        {menu.icon !== '' && <Icon name={menu.icon} size={20} />}
        <RowLink row={menu} onOpen={actions.onEdit}>
          {entryTitle(menu)}
        </RowLink>
      </span>
    ),
  },
  {
    id: 'menuType',
    priority: 3,
    header: t('menu.type'),
    cell: ({ menuType }) => <Tag tone={tones[menuType]}>{t(`menu.type.${menuType}`)}</Tag>,
  },
  { id: 'path', header: t('menu.pathAndComponent'), cell: (menu) => <Target {...menu} /> },
  { id: 'permission', header: t('menu.permission'), cell: ({ permission }) => code(permission) },
  {
    id: 'visible',
    priority: 3,
    header: t('menu.visible'),
    cell: ({ menuType, visible }) => (menuType === 'F' ? '-' : t(visible === '0' ? 'menu.shown' : 'menu.hidden')),
  },
  {
    id: 'noCache',
    priority: 3,
    header: t('menu.cache'),
    cell: ({ menuType, noCache }) => (menuType === 'C' ? t(noCache ? 'menu.notKept' : 'menu.keptAlive') : '-'),
  },
  { id: 'sort', priority: 3, header: t('record.sort'), align: 'end', cell: ({ sort }) => sort },
  ...actionsColumn<Menu, MenuFilters>(t, actions, (menu) => ({ name: entryTitle(menu) })),
]

/** The path of an entry, and below it the view shown there. */
const Target = ({ menuType, path, component }: Menu) => (
  <>
    {code(path)}
    {menuType === 'C' && component !== '' && component !== path && (
      <code className="menu-code menu-component">{component}</code>
    )}
  </>
)

const code = (text: string) => (text === '' ? '-' : <code className="menu-code">{text}</code>)
