import type { ReactNode } from 'react'
import { NEW_RECORD } from '../../api/resource'
import { Button } from '../Button'
import { PageHead } from '../layout/PageHead'
import { dialogPart } from '../overlay/Dialog'
import type { ListQuery } from '../table/useListQuery'
import { fetchAhead } from '../ready'
import { useText } from '../useText'
import { ExportMenu } from './ExportMenu'
import type { ResourceBase } from './list-page'
import type { PageActions } from './useRecordActions'

/** The frame of a page of records: its head above, its dialogs on top. */
type FrameProps<Row, Query extends ListQuery> = { of: ResourceBase<Row, Query>; actions: PageActions<Row, Query> }

export const ImportDialog = dialogPart(() => import('./ImportDialog'))

type RecordHeadProps<Row, Query extends ListQuery> = FrameProps<Row, Query> & {
  /** The query of the list, also used by the export. */
  query: Query
  /** Replaces the intro of the resource. */
  intro?: ReactNode
}

/** The title, the actions for the list as a whole, and the button that creates a record. */
export function RecordHead<Row, Query extends ListQuery>(props: RecordHeadProps<Row, Query>) {
  const { of: resource, actions, query, intro } = props
  const t = useText()
  const { words, api, Extras } = resource
  const { may, open, refresh } = actions
  return (
    <PageHead title={t(words.title)} intro={intro ?? (words.intro && t(words.intro))}>
      {Extras && <Extras query={query} refresh={refresh} />}
      {may.import && api.path && (
        <Button onClick={() => void open(ImportDialog, { kind: 'import' })}>{t('import.button')}</Button>
      )}
      {may.export && api.path && <ExportMenu path={api.path} query={query} list={resource.name} />}
      <CreateButton of={resource} actions={actions} />
    </PageHead>
  )
}

/** Creates a record; nothing for operators without the right. */
export function CreateButton<Row, Query extends ListQuery>(props: FrameProps<Row, Query>): ReactNode {
  const { words, Form } = props.of
  const { may, open } = props.actions
  const t = useText()
  if (!words.noun || !Form || !may.add) return null
  return (
    <Button
      variant="primary"
      icon="plus"
      aria-keyshortcuts="n"
      onPointerEnter={() => fetchAhead(Form)}
      onClick={() => void open(Form, { kind: 'form', id: NEW_RECORD })}
    >
      {t('record.create', { noun: t(words.noun) })}
    </Button>
  )
}

/** The open dialog, if any. `fixed`: filters set by the page. */
export function RecordDialogs<Row, Query extends ListQuery>(
  props: FrameProps<Row, Query> & { fixed?: Partial<Query> | undefined },
) {
  const { Form, Details, api, words } = props.of
  const { opened, close, refresh } = props.actions
  const t = useText()
  switch (opened?.kind) {
    case 'form':
      return (
        Form && (
          <Form
            key={opened.id}
            id={opened.id}
            parentId={opened.parentId}
            fixed={props.fixed}
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
