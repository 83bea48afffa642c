import { useRef, useState } from 'react'
import type { Correction } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Popover } from '../../../ui/overlay/Popover'
import { useLocale, useText } from '../../../ui/useText'
import { CorrectionList } from './CorrectionList'
import { answerText } from './entry/value-text'

type CorrectedProps = {
  item: TemplateItem
  /** Its changes, the oldest first. */
  corrections: readonly Correction[]
}

/** The values that stood there before, struck through. */
export function CorrectedFrom({ item, corrections }: CorrectedProps) {
  const t = useText()
  const locale = useLocale()
  return corrections
    .filter(({ field, old }) => field === 'raw' && old !== null)
    .map(({ auditId, old }) => (
      <del key={auditId} className="record-old">
        {answerText(item, old ?? '', t, locale)}
      </del>
    ))
}

/** A mark beside a value that was changed: it tells who changed it, when and why. */
export function CorrectionMark({ item, label, corrections }: CorrectedProps & { label: string }) {
  const t = useText()
  const locale = useLocale()
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
          <CorrectionList
            corrections={corrections}
            textOf={(field, text) => (field === 'raw' ? answerText(item, text, t, locale) : text)}
          />
        </Popover>
      )}
    </>
  )
}
