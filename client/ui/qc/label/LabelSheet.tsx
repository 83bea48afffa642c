import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { labelSizes, measuresOf, type LabelSize } from '#shared/qc/label/sizes'
import type { QrLabel } from '#shared/qc/label/schema'
import { Button } from '../../Button'
import { Dialog } from '../../overlay/Dialog'
import { InputField, SelectField } from '../../form/fields'
import { useText } from '../../useText'
import { layoutOf, papers, Sheet, type Paper } from './Sheet'
import './label-sheet.css'
import { DialogFooter } from '../../overlay/DialogFooter'

type LabelSheetProps = { labels: readonly QrLabel[]; onClose: () => void }

/** A preview of labels on A4 sheets or on a roll. A partly used sheet can be continued. */
export default function LabelSheet({ labels, onClose }: LabelSheetProps) {
  const t = useText()
  const id = useId()
  const [{ paper, size }, setPaper] = useState(lastPaper)
  const [used, setUsed] = useState(0)
  const { perPage } = layoutOf(paper, size)
  const skipped = Math.min(used, perPage - 1)
  const places = [...Array.from({ length: skipped }, () => undefined), ...labels]
  const sheets = Array.from({ length: Math.ceil(places.length / perPage) }, (_, at) =>
    places.slice(at * perPage, (at + 1) * perPage),
  )
  const { width, height } = measuresOf(size)

  function print() {
    rememberPaper(paper, size)
    window.print()
  }

  const isWithoutAddress = labels.some(({ code, url }) => code === url)
  const title = t('qcQr.printMany', { count: labels.length })
  return (
    <Dialog title={title} open size="medium" onClose={onClose} isChanged={false}>
      {isWithoutAddress && <p className="label-sheet-warning">{t('qcQr.sheetNoAddress')}</p>}
      <div className="field-columns">
        <SelectField
          label={t('qcQr.sheetPaper')}
          value={paper}
          options={papers.map((value) => ({ value, label: t(`qcQr.paper.${value}`) }))}
          onSelect={(chosen) => chosen && setPaper({ paper: chosen, size })}
        />
        <SelectField
          label={t('qcQr.sheetSize')}
          value={size}
          options={labelSizes.map((value) => ({ value, label: t('qcQr.sheetMeasures', measuresOf(value)) }))}
          onSelect={(chosen) => chosen && setPaper({ paper, size: chosen })}
        />
      </div>
      <p className="label-sheet-hint">
        {paper === 'a4' ? t('qcQr.sheetHint', { perPage }) : t('qcQr.rollHint', { width, height })}
      </p>
      {paper === 'a4' && (
        <InputField
          label={t('qcQr.sheetSkip')}
          type="number"
          inputMode="numeric"
          min={0}
          max={perPage - 1}
          value={skipped}
          onChange={(event) => setUsed(Math.max(Math.trunc(Number(event.target.value)), 0))}
        />
      )}
      <div className="label-sheet-preview" data-paper={paper} id={id}>
        {sheets[0] && <Sheet paper={paper} size={size} places={sheets[0]} />}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant="primary" onClick={print}>
          {t('qcRecord.print')}
        </Button>
      </DialogFooter>
      {createPortal(
        <div className="label-print" data-page={paper === 'a4' ? paper : size}>
          {sheets.map((sheet, at) => (
            <Sheet key={at} paper={paper} size={size} places={sheet} />
          ))}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

const KEY = 'labels'

/** The paper of the last print, kept per device: each device has its own printer. */
function lastPaper(): { paper: Paper; size: LabelSize } {
  const stored = storedPaper()
  return {
    paper: papers.find((paper) => stored.includes(paper)) ?? 'a4',
    size: labelSizes.find((size) => stored.includes(size)) ?? '40x30',
  }
}

function rememberPaper(paper: Paper, size: LabelSize): void {
  try {
    localStorage.setItem(KEY, `${paper} ${size}`)
  } catch {
    // storage is full or disabled: the paper must be chosen again
  }
}

function storedPaper(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
