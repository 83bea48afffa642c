import type { Choice } from '#shared/list/page'
import { ChoiceButton } from './ChoiceButton'
import type { Control } from '../form/Field'
import { part } from '../part'
import { useText } from '../useText'

const TreePicker = part(() => import('./TreePicker'))

type TreeSelectProps = Partial<Control> & {
  /** For screen readers only, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  nodes: readonly Choice[]
  /** Schemas also accept ids as digits; null and undefined mean none. */
  value: number | string | null | undefined
  /** Undefined after clearing. */
  onSelect: (id: number | undefined) => void
  /** The text for no choice. For a filter: its subject. */
  placeholder?: string
  /** True if the choice may be empty. */
  isClearable?: boolean
  /** True for nodes that are shown but cannot be chosen. */
  isOff?: (node: Choice) => boolean
}

/** A single choice from a tree, with a search. */
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
  const chosen = value === null || value === undefined || value === '' ? undefined : Number(value)
  const path = chosen === undefined ? [] : pathTo(nodes, chosen)

  return (
    <ChoiceButton
      {...control}
      label={label}
      part={TreePicker}
      value={chosen === undefined ? (placeholder ?? t('choice.none')) : (path.at(-1)?.label ?? `#${chosen}`)}
      isBlank={chosen === undefined}
      isActive={!control.id && chosen !== undefined}
      title={path.length > 1 ? path.map((node) => node.label).join(' / ') : undefined}
      onClear={isClearable && chosen !== undefined ? () => onSelect(undefined) : undefined}
      hasClearKeys
    >
      {(picker, choose) => (
        <TreePicker
          {...picker}
          nodes={nodes}
          chosen={chosen}
          isOff={isOff}
          onChoose={(id) => choose(id === chosen ? undefined : () => onSelect(id))}
        />
      )}
    </ChoiceButton>
  )
}

/** The node and all its ancestors, from the top; empty if not found. */
function pathTo(nodes: readonly Choice[], id: number): Choice[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
