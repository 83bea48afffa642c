import type { OperationDetail } from '#shared/access/operation'
import { Changes } from '../../../ui/feedback/Changes'
import { useText } from '../../../ui/useText'
import { nameOfField } from './field-words'
import { inWords, isFields, type Fields } from './value-words'

/** So many records of one entry stand open; of more, each is opened when it is wanted. */
const MAX_OPEN = 3

/** What one entry says was changed: the fields of its record, or those of each of its records. */
export function EntryChanges({ entry: { before, after, stem } }: { entry: OperationDetail }) {
  const records = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const of = (side: Fields | null, record: string) => (isFields(side?.[record]) ? side[record] : null)
  const isBulk = records.some((record) => record !== 'names' && (of(before, record) ?? of(after, record)))
  if (!isBulk) return <RecordChanges before={before} after={after} stem={stem} />
  return records.map((record) => (
    <details key={record} className="operation-one" open={records.length <= MAX_OPEN}>
      <summary>{record}</summary>
      <RecordChanges before={of(before, record)} after={of(after, record)} stem={stem} />
    </details>
  ))
}

type RecordProps = { before: Fields | null; after: Fields | null; stem: string }

function RecordChanges({ before, after, stem }: RecordProps) {
  const t = useText()
  const [was, is] = inWords(before, after, stem, t)
  return <Changes before={was} after={is} nameOf={(field) => nameOfField(field, t)} />
}
