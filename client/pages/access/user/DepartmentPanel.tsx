import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { UserQuery } from '#shared/access/user'
import type { Choice } from '#shared/list/page'
import { IconButton } from '../../../ui/Button'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useText } from '../../../ui/useText'
import { FoldArrow } from '../../../ui/tree/FoldArrow'
import { pressInTree } from '../../../ui/tree/tree-keys'
import { hasChildren } from '../../../ui/tree/tree-rows'
import { useTreeRows } from '../../../ui/tree/useTreeRows'
import { panel, useDepartments } from './departments'
import '../../../ui/tree/Tree.css'

/** The departments beside the list of users. The list shows the users of the chosen department and all below it. */
export function DepartmentPanel() {
  const t = useText()
  const departments = useDepartments()
  const [query, setQuery] = useListQuery<UserQuery>()
  const { deptId, ...others } = query
  return (
    <aside className="user-departments card" aria-label={t('user.departments')}>
      <header className="user-departments-head">
        <h2>{t('user.departments')}</h2>
        <IconButton label={t('user.hideTree')} icon="fold" onClick={() => (panel.isOpen = false)} />
      </header>
      <DepartmentTree
        nodes={departments}
        chosen={deptId === undefined ? undefined : Number(deptId)}
        onChoose={(id) => setQuery({ ...others, ...(id !== undefined && { deptId: id }), pageIndex: 1 })}
      />
    </aside>
  )
}

type DepartmentTreeProps = {
  nodes: readonly Choice[]
  chosen: number | undefined
  /** Undefined for all departments. */
  onChoose: (id: number | undefined) => void
}

/** The id for all departments; no department has it. */
const ALL = 0

const idOf = ({ id }: Choice) => id

/**
 * A tree of departments with one choice, by the WAI-ARIA pattern of a tree: up and down move, right and left open and
 * close or go in and out, Enter and Space choose.
 */
function DepartmentTree({ nodes, chosen = ALL, onChoose }: DepartmentTreeProps) {
  const t = useText()
  const tree = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(chosen)
  const all = useMemo(() => [{ id: ALL, label: t('user.anyDept') }, ...nodes], [nodes, t])
  const { rows, isFolded, setFolded } = useTreeRows(all, idOf)
  const focusable = rows.find(({ row }) => row.id === current) ?? rows[0]!

  const choose = ({ id }: Choice) => onChoose(id === ALL ? undefined : id)

  function focus(row: Choice) {
    setCurrent(row.id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${row.id}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) =>
    pressInTree(event, {
      rows,
      current: focusable,
      isFolded,
      onGo: focus,
      onFold: ({ id }, isToFold) => setFolded(id, isToFold),
      others: { Enter: choose, ' ': choose },
    })

  return (
    <ul ref={tree} role="tree" aria-label={t('user.departments')} className="user-tree" onKeyDown={onKeyDown}>
      {rows.map(({ row, level, position, siblings }) => (
        <li
          key={row.id}
          role="treeitem"
          data-node={row.id}
          tabIndex={row === focusable.row ? 0 : -1}
          aria-level={level}
          aria-posinset={position}
          aria-setsize={siblings}
          aria-selected={row.id === chosen}
          aria-expanded={hasChildren(row) ? !isFolded(row) : undefined}
          className="row gap-6 check-tree-node user-tree-node"
          style={{ paddingInlineStart: (level - 1) * 18 }}
          title={row.label}
          onFocus={() => setCurrent(row.id)}
          onClick={() => choose(row)}
        >
          <FoldArrow row={row} isFolded={isFolded(row)} onFold={(isToFold) => setFolded(row.id, isToFold)} />
          <span className="truncate">{row.label}</span>
        </li>
      ))}
    </ul>
  )
}
