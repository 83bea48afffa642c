import type { Meaning } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { useText } from '../../../../ui/useText'

const steps = { 0: [], 1: ['approved'], 2: ['reviewed', 'approved'] } as const satisfies Record<
  RecordDetail['signLevels'],
  readonly Meaning[]
>

/** Blank lines for handwritten signatures: for the submission, and for each step without a valid signature. */
export function HandSignatures({ record }: { record: RecordDetail }) {
  const t = useText()
  if (record.status === 'voided') return null
  const isOpen = (step: Meaning) =>
    !record.signatures.some(({ meaning, state }) => meaning === step && state === 'valid')
  const lines = [
    t('qcRecord.printed.submitted'),
    ...steps[record.signLevels].filter(isOpen).map((step) => t(`qcRecord.meaning.${step}`)),
  ]
  const columns = [t('qcRecord.printed.name'), t('qcRecord.printed.hand'), t('qcRecord.printed.date')]
  return (
    <table className="print-table print-by-hand" aria-label={t('qcRecord.printed.byHand')}>
      <thead>
        <tr>
          <th scope="col">{t('qcRecord.printed.byHand')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            {columns.map((column) => (
              <td key={column} aria-label={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
