import type { ImportResult } from '#shared/list/import'
import { useText } from '../useText'
import { LongBody } from '../table/windowing/LongBody'
import '../table/DataTable.css'

/** The invalid cells of a file: row and column as in the sheet, and the error. */
export function ImportFaults({ faults, faultCount }: Pick<ImportResult, 'faults' | 'faultCount'>) {
  const t = useText()
  if (faults.length === 0) return null
  const unlisted = faultCount - faults.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
    <div className="import-faults" tabIndex={0} role="region" aria-label={t('import.faults')}>
      <table className="row-table" aria-label={t('import.faults')}>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              {t('import.row')}
            </th>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.message')}</th>
          </tr>
        </thead>
        <LongBody
          rows={faults}
          columns={3}
          renderRow={({ row, column, message }, index) => (
            <tr key={index}>
              <td data-align="end">{row}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          )}
        />
      </table>
      {unlisted > 0 && <p className="muted import-unlisted">{t('import.more', { count: unlisted })}</p>}
    </div>
  )
}
