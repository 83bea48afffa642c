import { useState } from 'react'
import { localizedName, equipmentOf } from '#shared/qc/localized-name'
import { formatTime } from '#shared/format/time'
import type { Locale } from '#shared/i18n/text'
import type { RecordDetail } from '#shared/qc/record/schema'
import {
  cellKey,
  circumstanceOf,
  contentOf,
  differences,
  emptyValue,
  withValue,
  type Circumstance,
  type Content,
} from '../../../../stores/qc/entered'
import { Button } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useLocale, useText } from '../../../../ui/useText'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'
import { sampleLabel, useValueText } from '../value-text'
import './conflict.css'

type ConflictDialogProps = {
  /** The operator's content, and the content that it is based on. */
  mine: Content
  base: Content
  /** The record with the other operator's changes. */
  current: RecordDetail
  /** True if this operator may still change the record. */
  canKeep: boolean
  /** Continues from the other operator's record with the chosen content; without content that record is taken. */
  onChosen: (current: RecordDetail, chosen?: Content) => void
  onClose: () => void
}

type Side = 'mine' | 'theirs'

/** Two versions of a record side by side. For each differing field one version is chosen. */
export default function ConflictDialog({ mine, base, current, canKeep, onChosen, onClose }: ConflictDialogProps) {
  const t = useText()
  const locale = useLocale()
  const localized = useLocalizedName()
  const valueText = useValueText()
  const theirs = contentOf(current)
  const { items } = current
  const differing = differences(mine, theirs, items)
  const touched = differences(mine, base, items)
  const isTouched = (key: string) =>
    touched.values.some((value) => cellKey(value) === key) || touched.circumstances.some((name) => name === key)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (key: string): Side => chosen[key] ?? (isTouched(key) ? 'mine' : 'theirs')

  const valueOf = (content: Content, cell: { itemKey: string; sampleNo: number }) =>
    content.values.find((value) => cellKey(value) === cellKey(cell)) ?? emptyValue(cell.itemKey, cell.sampleNo)
  const rows = [
    ...differing.circumstances.map((name) => ({
      key: name as string,
      label: t(circumstanceKeys[name]),
      mine: circumstanceIn(mine, name, locale),
      theirs: circumstanceIn(theirs, name, locale),
    })),
    ...differing.values.flatMap((cell) => {
      const item = items.find(({ itemKey }) => itemKey === cell.itemKey)
      if (!item) return []
      return {
        key: cellKey(cell),
        label: sampleLabel(t, localized(item), item, cell.sampleNo),
        mine: valueText(item, valueOf(mine, cell)),
        theirs: valueText(item, valueOf(theirs, cell)),
      }
    }),
  ]

  function keep() {
    let merged = theirs
    for (const name of differing.circumstances) {
      if (sideOf(name) === 'mine') merged = { ...merged, ...circumstanceOf(mine, name) }
    }
    for (const cell of differing.values) {
      if (sideOf(cellKey(cell)) === 'theirs') continue
      merged = { ...merged, values: withValue(merged.values, cell.itemKey, cell.sampleNo, valueOf(mine, cell)) }
    }
    onChosen(current, merged)
  }

  return (
    <Dialog
      title={t('qcRecord.conflict')}
      open
      onClose={onClose}
      isChanged={Object.keys(chosen).length > 0}
      size="medium"
    >
      <p className="dialog-text">{t(canKeep ? 'qcRecord.conflictText' : 'qcRecord.conflictClosed')}</p>
      {!canKeep && <RecordStatusTag of={current} />}
      <TableScroller label={t('qcRecord.conflict')}>
        <table className="row-table conflict" aria-label={t('qcRecord.conflict')}>
          <thead>
            <tr>
              <th scope="col">{t('changes.field')}</th>
              <th scope="col">{t('qcRecord.mine')}</th>
              <th scope="col">{t('qcRecord.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    {canKeep ? (
                      <label className="row conflict-choice" data-chosen={sideOf(row.key) === side}>
                        <input
                          type="radio"
                          name={row.key}
                          aria-label={`${row.label}: ${t(`qcRecord.${side}`)} ${row[side]}`}
                          checked={sideOf(row.key) === side}
                          onChange={() => setChosen({ ...chosen, [row.key]: side })}
                        />
                        {row[side]}
                      </label>
                    ) : (
                      row[side]
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant={canKeep ? 'default' : 'primary'} onClick={() => onChosen(current)}>
          {t('qcRecord.takeTheirs')}
        </Button>
        {canKeep && (
          <Button variant="primary" onClick={keep}>
            {t('qcRecord.keepChosen')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

const circumstanceKeys = {
  lotId: 'qc.lot',
  equipmentId: 'qc.equipment',
  inspectedAt: 'qcRecord.inspectedAt',
  remark: 'record.remark',
  photos: 'qcRecord.photos',
} as const satisfies Record<Circumstance, string>

function circumstanceIn(content: Content, name: Circumstance, locale: Locale): string {
  if (name === 'photos') return String(content.photos.length)
  if (name === 'lotId') return content.lotNo ?? '-'
  if (name === 'equipmentId') return localizedName(locale, equipmentOf(content)) ?? '-'
  return name === 'inspectedAt' ? formatTime(content.inspectedAt) : content.remark || '-'
}
