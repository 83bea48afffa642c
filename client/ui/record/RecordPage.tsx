import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../Button'
import { BulkEditButton } from '../bulk/BulkEditButton'
import { GroupChoice, Groups } from '../group/Groups'
import { DataTable } from '../table/DataTable'
import { CreateButton, RecordDialogs, RecordHead } from './RecordFrame'
import type { Resource } from './list-page'
import { useList } from '../table/useList'
import { useListQuery, type ListQuery } from '../table/useListQuery'
import { withPrefetch } from '../table/with-prefetch'
import { useRecordActions } from './useRecordActions'
import { useText } from '../useText'

type RecordPageProps<Row, Query extends ListQuery> = {
  of: Resource<Row, Query>
  /** Filters that the operator cannot change, and so not in the address. */
  fixed?: Partial<Query>
  /** Replaces the intro of the resource below the title. */
  intro?: ReactNode
}

/** The page of a resource: a list of its records, and this operator's actions on them. */
export function RecordPage<Row, Query extends ListQuery>({ of: resource, fixed, intro }: RecordPageProps<Row, Query>) {
  const t = useText()
  const [chosen, setQuery, isOpened] = useListQuery<Query>(resource.name)
  const query = { ...chosen, ...fixed }
  const page = useList(resource.name, resource.api.list, query, isOpened)
  const [ticks, setSelected] = useState<number[]>([])
  const [forget] = useState(
    () => (gone: readonly number[]) => setSelected((ids) => ids.filter((id) => !gone.includes(id))),
  )
  const actions = useRecordActions(resource, forget)
  const columns = useMemo(() => resource.columns(t, actions.rowActions), [resource, t, actions.rowActions])
  const { name, api, id, label, words, isFixed, Filters } = resource
  const bulk = (resource.bulk ?? []).filter(({ tag }) => tag === undefined || actions.may.holds(tag))
  const groupings = (api.path && resource.groupings?.filter(({ name: field }) => !fixed || !(field in fixed))) || []
  const canBulkEdit = actions.may.edit && api.path !== undefined && (resource.bulkFields?.length ?? 0) > 0
  // Only visible rows are ticked: the query may change elsewhere, and a row may be deleted by somebody else.
  const shown = useMemo(() => new Set(page.list.map(id)), [page.list, id])
  const selected = useMemo(() => ticks.filter((tick) => shown.has(tick)), [ticks, shown])
  const ticked = () => page.list.filter((row) => selected.includes(id(row)))

  /** Ticks apply only to the visible rows. */
  function show(next: Query) {
    setSelected([])
    setQuery(next)
  }

  function done(ids: readonly number[]) {
    forget(ids)
    actions.refresh()
  }

  return (
    <section>
      <RecordHead of={resource} actions={actions} query={query} intro={intro} />
      {api.path && (
        <Groups groupings={groupings} query={chosen} onQuery={show} path={api.path} list={name} fixed={fixed} />
      )}
      <DataTable
        label={t(words.title)}
        name={name}
        columns={columns}
        page={page}
        query={chosen}
        onQuery={show}
        rowId={id}
        rowLabel={label}
        toolbar={
          <>
            {Filters && <Filters query={chosen} filter={(change) => show({ ...chosen, ...change, pageIndex: 1 })} />}
            {groupings.length > 0 && <GroupChoice groupings={groupings} query={chosen} onQuery={show} />}
          </>
        }
        {...((actions.may.remove || bulk.length > 0 || canBulkEdit) && {
          selection: {
            selected,
            onSelect: setSelected,
            canSelect: (row: Row) => !isFixed?.(row),
            actions: (
              <>
                {canBulkEdit && (
                  <BulkEditButton
                    count={selected.length}
                    fields={resource.bulkFields!}
                    rows={ticked}
                    path={api.path!}
                    {...{ id, label }}
                    refresh={actions.refresh}
                    onDone={() => done(selected)}
                  />
                )}
                {bulk.map((action) => (
                  <Button key={action.key} onClick={() => action.onSelect(ticked(), () => done(selected))}>
                    {t(action.label, { count: selected.length })}
                  </Button>
                ))}
                {actions.may.remove && (
                  <Button icon={resource.remove ? undefined : 'trash'} onClick={() => actions.remove(ticked())}>
                    {t(words.remove ?? 'record.delete', { count: selected.length })}
                  </Button>
                )}
              </>
            ),
          },
        })}
        {...(words.empty && { emptyText: t(words.empty) })}
        emptyAction={<CreateButton of={resource} actions={actions} />}
      />
      <RecordDialogs of={resource} actions={actions} fixed={fixed} />
    </section>
  )
}

/** The page of a resource as a page of its own: it requests its rows before it is drawn. */
export const recordPage = <Row, Query extends ListQuery>(resource: Resource<Row, Query>) =>
  withPrefetch(() => <RecordPage of={resource} />, resource)
