import { dialogPart } from '../overlay/Dialog'
import type { ResourceBase } from './list-page'
import type { RecordDesk } from './useRecordActions'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'

export const ImportDialog = dialogPart(() => import('./ImportDialog'))

type RecordDialogsProps<Row, Query extends ListQuery> = {
  of: ResourceBase<Row, Query>
  desk: RecordDesk<Row, Query>
  fixed?: Partial<Query> | undefined
}

/** The dialog that is open on a page of records, if any. */
export function RecordDialogs<Row, Query extends ListQuery>({
  of: resource,
  desk,
  fixed,
}: RecordDialogsProps<Row, Query>) {
  const t = useText()
  const { opened, close, refresh } = desk
  const { Form, Details, api, words } = resource
  switch (opened?.kind) {
    case 'form':
      return (
        Form && (
          <Form
            key={opened.id}
            id={opened.id}
            parentId={opened.parentId}
            fixed={fixed}
            onSaved={refresh}
            onClose={close}
          />
        )
      )
    case 'details':
      return Details && <Details row={opened.row} onClose={close} />
    case 'dialog':
      return <opened.Dialog row={opened.row} onSaved={refresh} onClose={close} />
    case 'import':
      return (
        api.path && (
          <ImportDialog path={api.path} title={t(words.import ?? 'import.button')} onDone={refresh} onClose={close} />
        )
      )
    default:
      return null
  }
}
