import type { ReactNode } from 'react'
import { NEW_RECORD } from '../../api/resource'
import { Button } from '../Button'
import { ExportMenu } from './ExportMenu'
import { PageHead } from '../layout/PageHead'
import { ImportDialog } from './RecordDialogs'
import type { ResourceBase } from './list-page'
import type { ListQuery } from '../table/useListQuery'
import type { RecordDesk } from './useRecordActions'
import { useText } from '../useText'

type RecordHeadProps<Row, Query extends ListQuery> = {
  of: ResourceBase<Row, Query>
  desk: RecordDesk<Row, Query>
  /** What the list shows, and so what is exported. */
  query: Query
  /** In place of the resource's own words. */
  intro?: ReactNode
}

/** The head of a page of records: title, what the whole of them can do, and the button that makes one. */
export function RecordHead<Row, Query extends ListQuery>(props: RecordHeadProps<Row, Query>) {
  const { of: resource, desk, query, intro } = props
  const t = useText()
  const { words, api, Extras } = resource
  const { may, open, refresh } = desk
  return (
    <PageHead title={t(words.title)} intro={intro ?? (words.intro && t(words.intro))}>
      {Extras && <Extras query={query} refresh={refresh} />}
      {may.import && api.path && (
        <Button onClick={() => void open(ImportDialog, { kind: 'import' })}>{t('import.button')}</Button>
      )}
      {may.export && api.path && <ExportMenu path={api.path} query={query} />}
      <CreateButton of={resource} desk={desk} />
    </PageHead>
  )
}

/** Makes a record; nothing for who may not. */
export function CreateButton<Row, Query extends ListQuery>({
  of: { words, Form },
  desk: { may, open },
}: Pick<RecordHeadProps<Row, Query>, 'of' | 'desk'>): ReactNode {
  const t = useText()
  if (!words.create || !Form || !may.add) return null
  return (
    <Button
      variant="primary"
      icon="plus"
      aria-keyshortcuts="n"
      onPointerEnter={() => void Form.preload().catch(() => {})} // ahead of the click; should it fail, the click will tell
      onClick={() => void open(Form, { kind: 'form', id: NEW_RECORD })}
    >
      {t(words.create)}
    </Button>
  )
}
