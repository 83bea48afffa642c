import { IconButton } from '../Button'
import { Fact } from '../layout/Fact'
import { hasChildren, type TreeRow } from './tree-rows'
import type { TreeViewProps } from './tree-view'
import { useText } from '../useText'

/** Deeper levels would leave no room on a phone. */
const MAX_INDENT = 4

/** The rows of a tree as cards, for phones: each further in than the one it belongs to. */
export function TreeCards<Row extends TreeRow<Row>>({
  label,
  columns,
  rows,
  rowId,
  rowLabel,
  isFolded,
  onFold,
  isHit,
}: TreeViewProps<Row>) {
  const t = useText()
  const actions = columns.find((column) => column.id === 'actions')
  const [first, ...facts] = columns.filter((column) => column !== actions)
  return (
    <ul className="row-cards" aria-label={label}>
      {rows.map(({ row, level }) => (
        <li
          key={rowId(row)}
          className="row-card tree-card"
          data-hit={isHit(row)}
          style={{ marginInlineStart: Math.min(level - 1, MAX_INDENT) * 16 }}
        >
          <div className="row wrap gap-0 row-card-title">
            {hasChildren(row) && (
              <IconButton
                label={t(isFolded(row) ? 'tree.open' : 'tree.fold', { name: rowLabel(row) })}
                icon="chevron-right"
                className="tree-toggle"
                data-open={!isFolded(row)}
                onClick={() => onFold(rowId(row), !isFolded(row))}
              />
            )}
            <span className="sr-only">{t('tree.level', { level })}</span>
            <b>{first?.cell(row)}</b>
            {actions && <span className="row-card-actions">{actions.cell(row)}</span>}
          </div>
          <dl className="facts row-card-facts">
            {facts.map((column) => (
              <Fact key={column.id} label={column.header}>
                {column.cell(row)}
              </Fact>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
