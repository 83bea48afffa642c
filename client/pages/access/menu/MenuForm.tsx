import { menuApi } from '../../../api/access/menu-entries'
import { NEW_RECORD } from '../../../api/resource'
import { RecordDialog } from '../../../ui/record/RecordDialog'
import type { ResourceForm } from '../../../ui/record/list-page'
import { useText } from '../../../ui/useText'
import { entryTitle } from './entry-title'
import { MenuFields } from './MenuFields'
import type { MenuFilters } from './columns'

/** The dialog that makes or changes a menu entry. */
export default function MenuForm({ parentId = 0, ...props }: ResourceForm<MenuFilters>) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="menu"
      load={() => loadForm(props.id)}
      title={(form) =>
        isNew ? t('menu.create') : t('menu.editTitle', { name: form?.menu ? entryTitle(form.menu) : '…' })
      }
    >
      {(form, fields) => <MenuFields {...form} {...fields} parentId={parentId} />}
    </RecordDialog>
  )
}

async function loadForm(menuId: number) {
  const [menu, tree] = await Promise.all([menuId === NEW_RECORD ? undefined : menuApi.get(menuId), menuApi.list()])
  return { menu, tree }
}
