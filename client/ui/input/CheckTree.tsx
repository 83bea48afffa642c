import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Choice } from '#shared/list/page'
import { checkStates, nodesOf, tickableIn, withChecked, type CheckState, type Ticks } from './checked-nodes'
import { Button } from '../Button'
import { FoldArrow } from '../tree/FoldArrow'
import { Icon } from '../icons/Icon'
import { pressInTree } from '../tree/tree-keys'
import { useTreeRows } from '../tree/useTreeRows'
import { useText } from '../useText'
import '../tree/Tree.css'

const idOf = ({ id }: Choice) => id
const NONE: ReadonlySet<number> = new Set()

/** Trees with more nodes begin folded below the first level. */
const OPEN_UP_TO = 80

type CheckTreeProps = {
  label: string
  nodes: readonly Choice[]
  /** Checked leaves and fully checked parents; half-checked parents are left out. */
  checked: readonly number[]
  /** `down`: each node is ticked independently. Ticking a node also ticks all below it, but none above. */
  ticks?: Ticks
  /** Leaves that cannot be ticked, in a tree of `both`. */
  off?: ReadonlySet<number>
  onChange: (checked: number[]) => void
}

/**
 * A tree with checkboxes, by the WAI-ARIA pattern: up and down move, right and left open and close or go in and out,
 * Space ticks, Home and End go to the ends. Ticking a parent ticks all below it.
 */
export function CheckTree({ label, nodes, checked, ticks = 'both', off = NONE, onChange }: CheckTreeProps) {
  const t = useText()
  const all = useMemo(() => nodesOf(nodes), [nodes])
  const states = useMemo(() => checkStates(nodes, checked, ticks), [nodes, checked, ticks])
  const beginsFolded = useCallback((node: Choice) => all.length > OPEN_UP_TO && !nodes.includes(node), [all, nodes])
  const { rows, isFolded, isAllOpen, setFolded, foldAll, openAll } = useTreeRows(nodes, idOf, '', beginsFolded)
  const [current, setCurrent] = useState<number>()
  const tree = useRef<HTMLUListElement>(null)

  const focusable = rows.find(({ row }) => row.id === current) ?? rows[0]
  /** The nodes that a tick of `some` switches. */
  const switchedBy = (some: readonly Choice[]) => (off.size > 0 ? tickableIn(some, off) : some)
  const areChecked = (some: readonly Choice[]) => some.every((node) => states.get(node.id) === 'all')
  const isAllChecked = nodes.length > 0 && areChecked(off.size > 0 ? tickableIn(nodes, off) : all)
  const isOff = (node: Choice) => switchedBy([node]).length === 0

  function toggle(node: Choice) {
    const switched = switchedBy([node])
    if (switched.length > 0) onChange(withChecked(nodes, checked, switched, !areChecked(switched), ticks))
  }
  const toggleAll = () => onChange(withChecked(nodes, checked, switchedBy(nodes), !isAllChecked, ticks))

  function focus({ id }: Choice) {
    setCurrent(id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) =>
    pressInTree(event, {
      rows,
      current: focusable,
      isFolded,
      onGo: focus,
      onFold: ({ id }, isToFold) => setFolded(id, isToFold),
      others: { ' ': toggle },
    })

  return (
    <div className="check-tree">
      <div className="row wrap gap-0 check-tree-bar">
        <span className="muted small check-tree-count">
          {t('tree.checked', { count: countTicked(all, states, ticks) })}
        </span>
        <Button variant="text" onClick={toggleAll}>
          {t(isAllChecked ? 'tree.checkNone' : 'tree.checkAll')}
        </Button>
        <Button variant="text" onClick={isAllOpen ? foldAll : openAll}>
          {t(isAllOpen ? 'action.collapse' : 'action.expand')}
        </Button>
      </div>
      <ul
        ref={tree}
        role="tree"
        aria-label={label}
        aria-multiselectable
        className="check-tree-list"
        onKeyDown={onKeyDown}
      >
        {rows.map(({ row: node, level, position, siblings }) => (
          <li
            key={node.id}
            role="treeitem"
            data-node={node.id}
            tabIndex={node === focusable?.row ? 0 : -1}
            aria-label={node.label}
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-disabled={isOff(node) || undefined}
            aria-checked={ariaChecked[states.get(node.id) ?? 'none']}
            aria-expanded={node.children?.length ? !isFolded(node) : undefined}
            className="row gap-6 check-tree-node"
            style={{ paddingInlineStart: (level - 1) * 22 }}
            onFocus={() => setCurrent(node.id)}
            onClick={() => toggle(node)}
          >
            <FoldArrow row={node} isFolded={isFolded(node)} onFold={(isToFold) => setFolded(node.id, isToFold)} />
            <CheckMark state={states.get(node.id) ?? 'none'} />
            {node.label}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ariaChecked = { all: true, some: 'mixed', none: false } as const

const CheckMark = ({ state }: { state: CheckState }) => (
  <span className={`check-mark check-mark-${state}`}>
    {state !== 'none' && <Icon name={state === 'all' ? 'check' : 'minus'} />}
  </span>
)

/** A parent that only summarizes its children does not count. */
const countTicked = (all: readonly Choice[], states: Map<number, CheckState>, ticks: Ticks) =>
  all.filter((node) => (ticks === 'down' || !node.children?.length) && states.get(node.id) === 'all').length
