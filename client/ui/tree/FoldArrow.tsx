import { Icon } from '../icons/Icon'
import { hasChildren, type TreeRow } from './tree-rows'

type FoldArrowProps<Row extends TreeRow<Row>> = {
  row: Row
  isFolded: boolean
  onFold: (isToFold: boolean) => void
}

/** Opens and closes an entry of a tree by pointer, without choosing it; keys do this at the entry itself. */
export const FoldArrow = <Row extends TreeRow<Row>>({ row, isFolded, onFold }: FoldArrowProps<Row>) => (
  <span
    className="check-tree-arrow"
    data-open={!isFolded}
    onClick={(event) => {
      if (!hasChildren(row)) return
      event.stopPropagation()
      onFold(!isFolded)
    }}
  >
    {hasChildren(row) && <Icon name="chevron-right" />}
  </span>
)
