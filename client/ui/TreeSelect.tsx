import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Choice } from '#shared/schemas/page'
import { IconButton } from './Button'
import type { Control } from './Field'
import { Icon } from './Icon'
import { part } from './part'
import { isReady } from './ready'
import { tellInput } from './tell-input'
import { useText } from './useText'
import './Choice.css'

const TreePicker = part(() => import('./TreePicker'))

type TreeSelectProps = Partial<Control> & {
  /** Read out; not drawn, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  nodes: readonly Choice[]
  /** Schemas take ids as digits too; null and undefined are none. */
  value: number | string | null | undefined
  /** Undefined when it was cleared. */
  onSelect: (id: number | undefined) => void
  /** Shown while nothing is chosen. As a filter: what it filters by. */
  placeholder?: string
  /** True where choosing nothing is an answer too. */
  isClearable?: boolean
  /** True for nodes that are shown and cannot be chosen. */
  isOff?: (node: Choice) => boolean
}

/** A choice of one node of a tree, with a search. */
export function TreeSelect({
  label,
  nodes,
  value,
  onSelect,
  placeholder,
  isClearable = false,
  isOff,
  ...control
}: TreeSelectProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useId()
  const chosen = value === null || value === undefined || value === '' ? undefined : Number(value)
  const path = chosen === undefined ? [] : pathTo(nodes, chosen)

  async function open() {
    if (await isReady(TreePicker)) setIsOpen(true)
  }

  function choose(id: number | undefined) {
    setIsOpen(false)
    button.current?.focus()
    if (id === chosen) return
    onSelect(id)
    tellInput(button.current)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isClearing = isClearable && (event.key === 'Delete' || event.key === 'Backspace')
    if (event.key !== 'ArrowDown' && !isClearing) return
    event.preventDefault()
    if (isClearing) choose(undefined)
    else void open()
  }

  return (
    <span className="choice" data-anchor data-active={!control.id && chosen !== undefined}>
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        className="choice-button"
        aria-label={control.id ? undefined : label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popup : undefined}
        title={path.length > 1 ? path.map((node) => node.label).join(' / ') : undefined}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
        onKeyDown={onKeyDown}
      >
        <span className="choice-value" data-blank={chosen === undefined}>
          {chosen === undefined ? (placeholder ?? t('choice.none')) : (path.at(-1)?.label ?? `#${chosen}`)}
        </span>
        <Icon name="chevron-down" />
      </button>
      {isClearable && chosen !== undefined && (
        <IconButton label={t('choice.clear', { label })} icon="close" onClick={() => choose(undefined)} />
      )}
      {isOpen && (
        <TreePicker
          id={popup}
          label={label}
          nodes={nodes}
          chosen={chosen}
          isOff={isOff}
          anchor={() => button.current}
          onChoose={choose}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}

/** The node and all above it, from the top; empty when it is not there. */
function pathTo(nodes: readonly Choice[], id: number): Choice[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
