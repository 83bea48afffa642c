import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Choice } from '#shared/list/page'
import type { PickerProps } from './ChoiceButton'
import { FoldArrow } from '../tree/FoldArrow'
import { Icon } from '../icons/Icon'
import { PickerFrame, PickerSearch, PickerStatus } from './Picker'
import { pressInTree } from '../tree/tree-keys'
import { filterTree, hasChildren } from '../tree/tree-rows'
import { useTreeRows } from '../tree/useTreeRows'
import { useText } from '../useText'
import '../tree/Tree.css'

type TreePickerProps = PickerProps & {
  nodes: readonly Choice[]
  chosen: number | undefined
  isOff: ((node: Choice) => boolean) | undefined
  onChoose: (id: number) => void
}

const idOf = ({ id }: Choice) => id
const hits = (pattern: string) => (node: Choice) => node.label.toLowerCase().includes(pattern)

/** The picker of a `TreeSelect`. The focus stays in the search; the arrows move through the tree, Enter chooses. */
export default function TreePicker({ nodes, chosen, isOff, onChoose, ...picker }: TreePickerProps) {
  const { id, label } = picker
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(chosen)
  // Touch users point; an on-screen keyboard would cover the tree.
  const [isTouch] = useState(() => matchMedia('(pointer: coarse)').matches)

  const pattern = text.trim().toLowerCase()
  const matches = useMemo(() => (pattern ? filterTree(nodes, hits(pattern)) : nodes), [nodes, pattern])
  const { rows, isFolded, setFolded } = useTreeRows(matches, idOf, pattern)
  const active =
    rows.find(({ row }) => row.id === current) ??
    (pattern ? rows.find(({ row }) => hits(pattern)(row)) : undefined) ??
    rows[0]
  const nameOf = (node: Choice) => `${id}-${node.id}`
  const activeId = active?.row.id

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(node: Choice) {
    if (!isOff?.(node)) onChoose(node.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const isOfTree = pressInTree(event, {
      rows,
      current: active,
      isFolded,
      onGo: (row) => setCurrent(row.id),
      onFold: (row, isToFold) => setFolded(row.id, isToFold),
      others: { Enter: choose },
      isTyping: text !== '',
    })
    if (isOfTree) event.stopPropagation()
  }

  return (
    <PickerFrame {...picker} onKeyDown={onKeyDown}>
      <PickerSearch
        list={`${id}-tree`}
        active={active && nameOf(active.row)}
        popup="tree"
        text={text}
        onText={(typed) => {
          setText(typed)
          setCurrent(undefined)
        }}
      />
      <ul
        ref={list}
        id={`${id}-tree`}
        role="tree"
        aria-label={label}
        className="choice-list"
        tabIndex={-1}
        aria-activedescendant={active && nameOf(active.row)}
        data-begin={isTouch || undefined}
      >
        {rows.map(({ row, level, position, siblings }) => (
          <li
            key={row.id}
            id={nameOf(row)}
            role="treeitem"
            className="row choice-entry"
            style={{ paddingInlineStart: 4 + (level - 1) * 20 }}
            data-active={row === active?.row}
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-selected={row.id === chosen}
            aria-disabled={isOff?.(row) || undefined}
            aria-expanded={hasChildren(row) ? !isFolded(row) : undefined}
            onPointerMove={() => setCurrent(row.id)}
            onClick={() => choose(row)}
          >
            <FoldArrow row={row} isFolded={isFolded(row)} onFold={(isToFold) => setFolded(row.id, isToFold)} />
            <span>{row.label}</span>
            {row.id === chosen && <Icon name="check" />}
          </li>
        ))}
      </ul>
      {rows.length === 0 && <PickerStatus>{t('choice.noMatch')}</PickerStatus>}
    </PickerFrame>
  )
}
