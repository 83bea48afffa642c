import { TableScroller } from '../table/TableScroller'
import { useText, type T } from '../useText'
import '../table/DataTable.css'
import './Changes.css'

type Fields = Readonly<Record<string, unknown>>

type ChangesProps = {
  /** Undefined or null for a new record. */
  before: Fields | null | undefined
  /** Undefined or null for a deleted record. */
  after: Fields | null | undefined
  /** The label of a field; without it, the field's own name. */
  nameOf?: (field: string) => string
}

/** The changed fields of a record, each with its value before and after. */
export function Changes({ before, after, nameOf = (field) => field }: ChangesProps) {
  const t = useText()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return <p className="muted">{t('changes.none')}</p>
  return (
    <TableScroller label={t('changes.label')}>
      <table className="row-table changes" aria-label={t('changes.label')}>
        <thead>
          <tr>
            <th scope="col">{t('changes.field')}</th>
            {before && <th scope="col">{t('changes.before')}</th>}
            {after && <th scope="col">{t('changes.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              {before && (
                <td>
                  <del>{textOf(before[field], t)}</del>
                </td>
              )}
              {after && (
                <td>
                  <ins>{textOf(after[field], t)}</ins>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

/** A readable value; lists of simple values without brackets and quotes. */
function textOf(value: unknown, t: T): string {
  if (value === undefined || value === null || value === '') return '-'
  if (typeof value === 'boolean') return t(value ? 'record.yes' : 'record.no')
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object')) return value.join(', ') || '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
