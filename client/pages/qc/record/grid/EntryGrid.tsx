import { Fragment, useRef, type ClipboardEvent, type InputEvent } from 'react'
import { cellKey, type EnteredPhoto, type EnteredValue } from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { endTyping, typing } from '../../../../ui/qc/entry/typing'
import { usePhotoRoom } from '../../../../ui/qc/photo/EntryPhotos'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { toast } from '../../../../ui/overlay/toast'
import { useStable } from '../../../../ui/table/useStable'
import { useText } from '../../../../ui/useText'
import { ValuesHead } from '../ValuesHead'
import { moveBetweenCells } from './cell-keys'
import { EntryRow } from './EntryRow'
import { blockOf, spread, type Place } from './paste'
import './EntryGrid.css'

type EntryGridProps = {
  entry: Entry
  /** Code of the product line, to offer its gauges. */
  product: string
  /** Faults of values, by `cellKey`. */
  faults: Readonly<Record<string, string>>
  /** Called for Enter in the last cell, and Tab after typing in it. */
  onEnd: () => void
  /** Called for Ctrl+Enter. */
  onSave: () => void
}

const NO_VALUES: readonly EnteredValue[] = []
const NO_PHOTOS: readonly EnteredPhoto[] = []

/** Entry of a record's values at a desktop: a row per item, its samples side by side, all by keyboard. */
export function EntryGrid({ entry, product, faults, onEnd, onSave }: EntryGridProps) {
  const t = useText()
  const grid = useRef<HTMLTableElement>(null)
  const change = useStable(entry.set)
  const values = Map.groupBy(entry.values, ({ itemKey }) => itemKey)
  const photos = Map.groupBy(entry.photos, ({ itemKey }) => itemKey)
  const room = usePhotoRoom(entry.photos)
  const outcomes = new Map(entry.inspection.items.map((outcome) => [outcome.itemKey, outcome]))
  const shown = entry.items.filter(({ itemKey }) => outcomes.get(itemKey)?.isVisible)

  function paste(event: ClipboardEvent) {
    const block = blockOf(event.clipboardData.getData('text/plain'))
    const start = grid.current && placeOf(event.target, grid.current)
    if (!block || !start) return
    event.preventDefault()
    const pasted = spread(block, shown, start)
    for (const { itemKey, sampleNo, ...value } of pasted)
      entry.set(itemKey, sampleNo, { ...value, state: 'present', missingCode: null, confirmed: false })
    const filled = block.flat().filter((text) => text !== '').length
    toast.show(
      pasted.length === filled
        ? t('qcRecord.pasted', { count: pasted.length })
        : t('qcRecord.pastedSome', { count: pasted.length, left: filled - pasted.length }),
    )
  }

  function noteTyping({ target, currentTarget }: InputEvent<HTMLTableElement>) {
    const place = placeOf(target, currentTarget)
    typing.cell = place && cellKey(place)
  }

  return (
    <TableScroller label={t('qcRecord.values')}>
      <table
        ref={grid}
        className="entry-grid"
        aria-label={t('qcRecord.values')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
          else moveBetweenCells(event, onEnd)
        }}
        onPaste={paste}
        onInput={noteTyping}
        onFocus={endTyping}
        onBlur={endTyping}
      >
        <ValuesHead />
        <tbody>
          {shown.map((item, index) => (
            <Fragment key={item.itemKey}>
              {item.groupName && item.groupName !== shown[index - 1]?.groupName && (
                <tr className="entry-group">
                  <th scope="colgroup" colSpan={5}>
                    {item.groupName}
                  </th>
                </tr>
              )}
              <EntryRow
                item={item}
                values={values.get(item.itemKey) ?? NO_VALUES}
                photos={photos.get(item.itemKey) ?? NO_PHOTOS}
                room={room}
                setPhotos={entry.setPhotos}
                outcome={outcomes.get(item.itemKey)!}
                faults={faults}
                product={product}
                onChange={change}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

/** The place of a cell. */
function placeOf(target: EventTarget, grid: HTMLElement): Place | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const row = target.closest<HTMLElement>('[data-item]')
  const itemKey = row?.dataset['item']
  if (!row || !itemKey || !grid.contains(row)) return undefined
  const samples = [...row.querySelectorAll('.entry-cells > *')]
  const index = samples.findIndex((sample) => sample.contains(target))
  const isBase = index >= 0 && samples[index]!.querySelector('input') !== target
  return index >= 0 ? { itemKey, sampleNo: index + 1, isBase } : undefined
}
