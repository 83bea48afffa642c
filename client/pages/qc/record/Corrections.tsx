import { useRef, useState } from 'react'
import { formatTime, type TimeValue } from '#shared/format/time'
import { auditFieldWord, type Say } from '#shared/qc/audit/words'
import { qcDicts } from '#shared/qc/constants'
import type { Correction } from '#shared/qc/record/schema'
import { PHOTO, shortHash } from '#shared/qc/record/photo-field'
import type { TemplateItem } from '#shared/qc/template/schema'
import { readText } from '../../../stores/texts'
import { useDict } from '../../../ui/dict'
import { Popover } from '../../../ui/overlay/Popover'
import { useLocale, useText } from '../../../ui/useText'
import { enteredText } from './value-text'

/** A judgement changes with its value. Its change is not listed. */
const isListed = ({ field }: Correction) => field !== 'judgement'

/** The corrections of one value, the oldest first. */
export const valueCorrections = (corrections: readonly Correction[], item: TemplateItem, sampleNo: number) =>
  corrections.filter(
    (correction) => correction.itemKey === item.itemKey && correction.sampleNo === sampleNo && isListed(correction),
  )

type CorrectionListProps = {
  corrections: readonly Correction[]
  /** The item of a corrected value. Without it the circumstances of the record were corrected. */
  item?: TemplateItem
  /** How times are written: on the screen by the clock of the device. */
  time?: ((at: TimeValue) => string) | undefined
}

/** Each correction: old and new text, reason, person and time. */
export function CorrectionList({ corrections, item, time = formatTime }: CorrectionListProps) {
  const t = useText()
  const locale = useLocale()
  const { labelOf } = useDict(qcDicts.changeReason)
  const say: Say = (key, values) => readText(locale, key, values)
  function textOf(field: string, text: string | null): string {
    if (text === null || text === '') return '-'
    if (item) return field === 'raw' ? enteredText(item, text, t, locale) : text
    if (field === 'inspectedAt') return time(text)
    if (field === PHOTO) return shortHash(text)
    return field.endsWith('Id') ? `#${text}` : text
  }
  return (
    <ul className="grid record-correction-list">
      {corrections.map(({ auditId, field, old, new: now, reasonCode, reason, actorName, at }) => (
        <li key={auditId} className="grid gap-0">
          <span>
            {field !== 'raw' && `${auditFieldWord(field, say)}: `}
            <del>{textOf(field, old)}</del> → <ins>{textOf(field, now)}</ins>
          </span>
          <span className="muted small record-correction-why">
            {[reasonCode && labelOf(reasonCode), reason].filter(Boolean).join(': ') || '-'}
          </span>
          <span className="muted small record-correction-who">
            {actorName} · {time(at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type CircumstanceCorrectionsProps = Pick<CorrectionListProps, 'time'> & {
  of: readonly Correction[]
  className?: string
}

/** The corrections of the circumstances of a record, and of its photos. */
export function CircumstanceCorrections({ of, className, time }: CircumstanceCorrectionsProps) {
  const t = useText()
  const corrections = of.filter(
    (correction) => (correction.itemKey === null || correction.field === PHOTO) && isListed(correction),
  )
  if (corrections.length === 0) return null
  return (
    <section className={className}>
      <h2>{t('qcRecord.headCorrections')}</h2>
      <CorrectionList corrections={corrections} time={time} />
    </section>
  )
}

type ValueCorrectionsProps = Required<Pick<CorrectionListProps, 'corrections' | 'item'>>

/** The former values, struck through. */
export function FormerValues({ item, corrections }: ValueCorrectionsProps) {
  const t = useText()
  const locale = useLocale()
  return corrections.map(
    ({ auditId, field, old }) =>
      field === 'raw' &&
      old !== null && (
        <del key={auditId} className="record-old">
          {enteredText(item, old, t, locale)}
        </del>
      ),
  )
}

/** A mark beside a corrected value. It opens the list of its corrections. */
export function CorrectionMark({ item, label, corrections }: ValueCorrectionsProps & { label: string }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const title = t('qcRecord.correctionOf', { label })
  return (
    <>
      <button
        ref={button}
        type="button"
        className="record-corrected"
        aria-label={title}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('qcRecord.correctedMark')}
      </button>
      {isOpen && (
        <Popover label={title} anchor={() => button.current} onClose={() => setIsOpen(false)}>
          <CorrectionList item={item} corrections={corrections} />
        </Popover>
      )}
    </>
  )
}
