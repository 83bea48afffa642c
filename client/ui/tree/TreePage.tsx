import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { NEW_RECORD } from '../../api/resource'
import { isFiltered } from '../table/filters'
import { isDone } from '../record/record-actions'
import { CreateButton, RecordDialogs, RecordHead } from '../record/RecordFrame'
import type { TreeResource } from '../record/list-page'
import { withMove, type TreeMove, type TreeRow } from './tree-rows'
import { TreeTable } from './TreeTable'
import { useList } from '../table/useList'
import { useListQuery, type ListQuery } from '../table/useListQuery'
import { useRecordActions } from '../record/useRecordActions'
import { useText } from '../useText'
import { useTreeMoving } from './useTreeMoving'

/** The filters work in the browser, so the whole tree is always loaded. */
const WHOLE = {}

const NO_MOVE = Promise.resolve(true)

/** The page of a resource whose records form a tree, with this operator's actions on them. */
export function TreePage<Row extends TreeRow<Row>, Query extends ListQuery>({
  of: resource,
}: {
  of: TreeResource<Row, Query>
}) {
  const t = useText()
  const queries = useQueryClient()
  const [query, setQuery] = useListQuery<Query>(resource.name)
  const { name, id, label, words, Filters, Form, matches, onMove, hasChildForm, canHaveChildren } = resource
  const page = useList(name, async (_query, signal) => wholePage(await resource.api.list(signal)), WHOLE)
  const pageActions = useRecordActions(resource)
  const { may, rowActions, open, refresh } = pageActions

  const last = useRef(NO_MOVE)
  /** The number of unanswered moves, and the last tree confirmed by the server. */
  const pending = useRef({ count: 0, saved: undefined as Whole<Row> | undefined })
  const send = useMemo(
    () =>
      async function sendMove(move: TreeMove): Promise<boolean> {
        if (!onMove) return false
        const key = [name, WHOLE]
        await queries.cancelQueries({ queryKey: key }) // answers under way have the old order
        const moved = (whole: Whole<Row> | undefined) => whole && wholePage(withMove(whole.list, id, move))
        const state = pending.current
        if (state.count === 0) state.saved = queries.getQueryData(key)
        state.count += 1
        queries.setQueryData<Whole<Row>>(key, moved)
        const call = () => isDone(onMove(move))
        const sent = last.current.then(call, call) // one at a time, so that the order is kept
        last.current = sent
        const isMoved = await sent.finally(() => (state.count -= 1))
        if (isMoved) state.saved = moved(state.saved)
        if (state.count > 0) return isMoved // the server's intermediate state must not be shown
        queries.setQueryData(key, state.saved) // undoes a refused move, even if the server cannot be reached
        refresh()
        return isMoved
      },
    [onMove, name, id, queries, refresh],
  )
  const { moving, entries } = useTreeMoving(resource, page.list, send)
  // The new position of a row is unclear while a filter hides other rows.
  const canSort = may.edit && onMove !== undefined && !isFiltered(query)

  const columns = useMemo(() => {
    const { actions = [] } = rowActions
    const newBelow =
      Form && may.add && hasChildForm
        ? [
            {
              key: 'child',
              label: 'tree.addChild' as const,
              icon: 'plus' as const,
              isFor: (row: Row) => canHaveChildren?.(row) ?? true,
              onSelect: (row: Row) => void open(Form, { kind: 'form', id: NEW_RECORD, parentId: id(row) }),
            },
          ]
        : []
    return resource.columns(t, { ...rowActions, actions: [...newBelow, ...actions, ...(canSort ? entries : [])] })
  }, [resource, t, rowActions, may, open, Form, hasChildForm, canHaveChildren, id, canSort, entries])

  return (
    <section>
      <RecordHead of={resource} actions={pageActions} query={query} />
      <TreeTable
        label={t(words.title)}
        name={name}
        columns={columns}
        page={page}
        query={query}
        onQuery={setQuery}
        rowId={id}
        rowLabel={label}
        matches={matches}
        beginsFolded={resource.beginsFolded}
        moving={canSort ? moving : undefined}
        toolbar={Filters && <Filters query={query} filter={(change) => setQuery({ ...query, ...change })} />}
        {...(words.empty && { emptyText: t(words.empty) })}
        emptyAction={<CreateButton of={resource} actions={pageActions} />}
      />
      <RecordDialogs of={resource} actions={pageActions} />
    </section>
  )
}

type Whole<Row> = ReturnType<typeof wholePage<Row>>

const wholePage = <Row,>(list: readonly Row[]) => ({
  count: list.length,
  total: list.length,
  pageIndex: 1,
  pageSize: list.length,
  list: [...list],
})
