import type { CodeKind } from '#shared/qc/constants'
import type { BulkAction, RowAction } from '../../record/list-page'
import { printLabels } from './print-labels'

/**
 * The row action that prints a label, and the bulk action that prints those of all ticked rows.
 *
 * @param isFor whether a row can have a label; without it all can
 */
export function labelActions<Row>(kind: CodeKind, idOf: (row: Row) => number, isFor?: (row: Row) => boolean) {
  const rowAction: RowAction<Row> = {
    key: 'labels',
    label: 'qcQr.print',
    icon: 'validCode',
    tag: 'qc:qr:print',
    ...(isFor && { isFor }),
    onSelect: (row) => void printLabels(kind, [idOf(row)]),
  }
  const bulkAction: BulkAction<Row> = {
    key: 'labels',
    label: 'qcQr.printMany',
    tag: 'qc:qr:print',
    onSelect: (rows) => void printLabels(kind, rows.map(idOf)),
  }
  return { rowAction, bulkAction }
}
