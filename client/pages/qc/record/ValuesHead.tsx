import { useText } from '../../../ui/useText'

const columns = ['item', 'limits', 'values', 'statistics', 'judgement'] as const

/** The head of a table of values, for entry, reading and print. */
export function ValuesHead() {
  const t = useText()
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`qcRecord.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
