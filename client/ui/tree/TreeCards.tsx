import { IconButton } from '../Button'
import { RowCard } from '../table/cards/RowCards'
import { useText } from '../useText'
import { hasChildren, type TreeRow } from './tree-rows'
import type { TreeViewProps } from './tree-view'

/** Deeper indents would leave no space on a phone. */
const MAX_INDENT = 4

/** The rows of a tree as cards, for phones, each indented below its parent. */
export function TreeCards<Row extends TreeRow<Row>>(props: TreeViewProps<Row>) {
  const { label, list, rows, rowId, rowLabel, isFolded, onFold, isHit } = props
  const t = useText()
  return (
    <ul className="row-cards" aria-label={label}>
      {rows.map(({ row, level }) => (
        <RowCard
          key={rowId(row)}
          row={row}
          columns={list.columns}
          className="tree-card"
          data-hit={isHit(row)}
          style={{ marginInlineStart: Math.min(level - 1, MAX_INDENT) * 16 }}
        >
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
        </RowCard>
      ))}
    </ul>
  )
}
