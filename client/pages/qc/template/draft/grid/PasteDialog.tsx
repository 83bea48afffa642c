import { useMemo, useState } from 'react'
import { charts, itemTypes, judgeModes, MAX_ITEMS, requirements, severities } from '#shared/qc/constants'
import { Button } from '../../../../../ui/Button'
import { Dialog } from '../../../../../ui/overlay/Dialog'
import { TextAreaField } from '../../../../../ui/form/fields'
import { LongBody } from '../../../../../ui/table/windowing/LongBody'
import { TableScroller } from '../../../../../ui/table/TableScroller'
import { Tag } from '../../../../../ui/feedback/Tag'
import { useLocale, useText, type T } from '../../../../../ui/useText'
import { fieldName, fieldKey, fieldValueText } from '../../item-words'
import { faultsOf } from '../faults'
import { readPasted, withPasted } from './paste'
import type { TemplateDraft } from '../useTemplateDraft'
import '../../../../../ui/table/DataTable.css'
import { DialogFooter } from '../../../../../ui/overlay/DialogFooter'

type PasteDialogProps = { draft: TemplateDraft; text: string; onClose: () => void }

/** Imports lines from a spreadsheet, after a preview. */
export default function PasteDialog({ draft: { items, edits }, text: pasted, onClose }: PasteDialogProps) {
  const t = useText()
  const locale = useLocale()
  const [text, setText] = useState(pasted)
  const { fields, ignored, rows } = useMemo(() => readPasted(text, items), [text, items])
  const added = rows.filter(({ existing }) => !existing).length
  const changed = rows.length - added
  const isTooMany = items.length + added > MAX_ITEMS
  const unread = rows.flatMap((row, index) => row.unread.map((cell) => ({ ...cell, line: index + 1 })))
  const next = useMemo(() => withPasted(items, rows), [items, rows])
  const faults = useMemo(() => {
    const touched = new Set(
      [...next.slice(items.length), ...rows.flatMap(({ existing }) => existing ?? [])].map(({ rowId }) => rowId),
    )
    return faultsOf(next, locale).filter(({ rowId, isUnsaveable }) => isUnsaveable && touched.has(rowId))
  }, [next, items, rows, locale])

  function take() {
    edits.replaceAll(next)
    onClose()
  }

  return (
    <Dialog title={t('qcTemplate.paste')} open onClose={onClose} isChanged={text !== pasted} size="large">
      <TextAreaField
        label={t('qcTemplate.pasteHere')}
        hint={t('qcTemplate.pasteHint')}
        className="draft-paste"
        rows={4}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status" className="draft-paste-outcome">
        {rows.length > 0 && <p>{t('qcTemplate.pasteOutcome', { added, changed })}</p>}
        {ignored.length > 0 && <p>{t('import.ignored', { columns: ignored.join(', ') })}</p>}
        {isTooMany && <p className="field-error">{t('qcTemplate.tooManyItems', { max: MAX_ITEMS })}</p>}
      </div>
      {rows.length > 0 && (
        <TableScroller label={t('qcTemplate.pastePreview')}>
          <table className="row-table draft-paste-table" aria-label={t('qcTemplate.pastePreview')}>
            <thead>
              <tr>
                <th scope="col">{t('qcTemplate.pasteAction')}</th>
                {fields.map((field) => (
                  <th key={field} scope="col">
                    {t(fieldKey(field))}
                  </th>
                ))}
              </tr>
            </thead>
            <LongBody
              rows={rows}
              columns={fields.length + 1}
              renderRow={({ change, existing, unread: cells }, index) => (
                <tr key={index}>
                  <td>
                    <Tag tone={existing ? 'info' : 'ok'}>
                      {t(existing ? 'qcTemplate.diff.changed' : 'qcTemplate.diff.added')}
                    </Tag>
                  </td>
                  {fields.map((field) => {
                    const cell = cells.find((unreadCell) => unreadCell.field === field)
                    return (
                      <td key={field} data-unread={cell !== undefined}>
                        {cell ? cell.text : fieldValueText(t, field, textOf(change[field]))}
                      </td>
                    )
                  })}
                </tr>
              )}
            />
          </table>
        </TableScroller>
      )}
      {unread.length > 0 && (
        <ul className="template-import-faults" role="alert">
          {unread.slice(0, 8).map(({ line, field, text: cell }) => (
            <li key={`${line}-${field}`}>
              {t('qcTemplate.pasteUnread', { line, field: t(fieldKey(field)), text: cell })}{' '}
              {isWordField(field) && t('qcTemplate.pasteWords', { words: wordsOf(t, field).join(', ') })}
              {field === 'choices' && t('qcTemplate.pasteChoices')}
            </li>
          ))}
        </ul>
      )}
      {faults.length > 0 && (
        <ul className="template-import-faults">
          {faults.slice(0, 8).map(({ rowId, field, message }) => (
            <li key={`${rowId}-${field}`}>
              {next.find((item) => item.rowId === rowId)?.code} · {fieldName(t, field)}: {message}
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant="primary" disabled={rows.length === 0 || isTooMany || unread.length > 0} onClick={take}>
          {t('qcTemplate.pasteSubmit', { count: rows.length })}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const wordFields = {
  type: itemTypes,
  severity: severities,
  required: requirements,
  judgeMode: judgeModes,
  chart: charts,
} as const
type WordField = keyof typeof wordFields
const isWordField = (field: string): field is WordField => Object.hasOwn(wordFields, field)

/** The texts allowed in a cell of this column. */
const wordsOf = (t: T, field: WordField) => wordFields[field].map((code) => fieldValueText(t, field, code))

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
