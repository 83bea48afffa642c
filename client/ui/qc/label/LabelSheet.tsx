import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import type { QrLabel } from '#shared/schemas/qc-qr'
import { Button } from '../../Button'
import { Dialog, DialogFooter } from '../../Dialog'
import { Field } from '../../Field'
import { useText } from '../../useText'
import { PER_SHEET, Sheet } from './Sheet'
import './label-sheet.css'

type LabelSheetProps = { labels: readonly QrLabel[]; onClose: () => void }

/** Labels on sheets of A4, as they will be printed. A sheet that was begun before is gone on with. */
export default function LabelSheet({ labels, onClose }: LabelSheetProps) {
  const t = useText()
  const id = useId()
  const [skipped, setSkipped] = useState(0)
  const places = [...Array.from({ length: skipped }, () => undefined), ...labels]
  const sheets = Array.from({ length: Math.ceil(places.length / PER_SHEET) }, (_, at) =>
    places.slice(at * PER_SHEET, (at + 1) * PER_SHEET),
  )
  const isWithoutAddress = labels.some(({ code, url }) => code === url)
  const title = t('qcQr.sheetTitle', { count: labels.length })
  return (
    <Dialog title={title} open size="medium" onClose={onClose}>
      <p className="label-sheet-hint">{t('qcQr.sheetHint', { perPage: PER_SHEET })}</p>
      {isWithoutAddress && <p className="label-sheet-warning">{t('qcQr.sheetNoAddress')}</p>}
      <Field label={t('qcQr.sheetSkip')}>
        {(control) => (
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={0}
            max={PER_SHEET - 1}
            value={skipped}
            onChange={(event) =>
              setSkipped(Math.min(Math.max(Math.trunc(Number(event.target.value)), 0), PER_SHEET - 1))
            }
          />
        )}
      </Field>
      <div className="label-sheet-preview" id={id}>
        {sheets[0] && <Sheet places={sheets[0]} />}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant="primary" onClick={() => window.print()}>
          {t('qcQr.sheetPrint')}
        </Button>
      </DialogFooter>
      {createPortal(
        <div className="label-print">
          {sheets.map((sheet, at) => (
            <Sheet key={at} places={sheet} />
          ))}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
