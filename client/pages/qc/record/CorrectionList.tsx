import { formatTime } from '#shared/format/time'
import { auditFieldWord, type Say } from '#shared/qc/audit/words'
import { qcDicts } from '#shared/qc/constants'
import type { Correction } from '#shared/qc/record/schema'
import { readText } from '../../../stores/texts'
import { useDict } from '../../../ui/dict'
import { useLocale } from '../../../ui/useText'

type CorrectionListProps = {
  corrections: readonly Correction[]
  /** How what stood in a field, or stands there now, is written. */
  textOf: (field: string, text: string) => string
}

/** Each change: from what to what, why, by whom and when. */
export function CorrectionList({ corrections, textOf }: CorrectionListProps) {
  const locale = useLocale()
  const { labelOf } = useDict(qcDicts.changeReason)
  const say: Say = (key, values) => readText(locale, key, values)
  const shown = (field: string, text: string | null) => (text === null || text === '' ? '-' : textOf(field, text))
  return (
    <ul className="record-correction-list">
      {corrections.map(({ auditId, field, old, new: now, reasonCode, reason, actorName, at }) => (
        <li key={auditId}>
          <span>
            {field !== 'raw' && `${auditFieldWord(field, say)}: `}
            <del>{shown(field, old)}</del> → <ins>{shown(field, now)}</ins>
          </span>
          <span className="record-correction-why">
            {[reasonCode && labelOf(reasonCode), reason].filter(Boolean).join(': ') || '-'}
          </span>
          <span className="record-correction-who">
            {actorName} · {formatTime(at)}
          </span>
        </li>
      ))}
    </ul>
  )
}
