import { useRef, useState } from 'react'
import type { Correction } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'
import { Popover } from '../../ui/Popover'
import { useLocale, useText } from '../../ui/useText'
import { CorrectionList } from './CorrectionList'
import { answerText } from './value-text'

type CorrectionMarkProps = {
  item: TemplateItem
  /** Names the value. */
  label: string
  /** Its changes, the oldest first. */
  corrections: readonly Correction[]
}

/** The values that stood there before, struck through, and a mark that tells who changed them, when and why. */
export function CorrectionMark({ item, label, corrections }: CorrectionMarkProps) {
  const t = useText()
  const locale = useLocale()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const before = corrections.filter(({ field, old }) => field === 'raw' && old !== null)
  const title = t('qcRecord.correctionOf', { label })
  const textOf = (field: string, text: string) => (field === 'raw' ? answerText(item, text, t, locale) : text)
  return (
    <>
      {before.map(({ auditId, old }) => (
        <del key={auditId} className="record-old">
          {textOf('raw', old ?? '')}
        </del>
      ))}
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
          <CorrectionList corrections={corrections} textOf={textOf} />
        </Popover>
      )}
    </>
  )
}
