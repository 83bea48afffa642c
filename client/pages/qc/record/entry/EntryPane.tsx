import { useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react'
import { equipmentOf } from '#shared/qc/localized-name'
import type { Content } from '../../../../stores/qc/entered'
import { Field } from '../../../../ui/form/Field'
import { TextAreaField } from '../../../../ui/form/fields'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { InstantField } from '../../../../ui/qc/entry/InstantField'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { RecordPhotos } from '../../../../ui/qc/photo/EntryPhotos'
import { EquipmentSelect, equipmentFields } from '../../../../ui/qc/select/EquipmentSelect'
import { LotSelect } from '../../../../ui/qc/select/LotSelect'
import { useText } from '../../../../ui/useText'
import { EntryGrid } from '../grid/EntryGrid'
import { RecentPoints, useRecent } from '../grid/recent'

type CircumstancesProps = {
  content: Omit<Content, 'values' | 'photos'>
  template: { templateId: number; product: string; productId: number; isLotRequired: boolean }
  isRemarkRequired: boolean
  children: ReactNode
  /** Faults by the names of the fields. */
  faults: Readonly<Record<string, string>>
  onChange: (change: Partial<Omit<Content, 'values' | 'photos'>>) => void
}

type EntryPaneProps = Omit<CircumstancesProps, 'isRemarkRequired' | 'children'> & {
  pane: RefObject<HTMLDivElement | null>
  entry: Entry
  /** True before any input: the first value gets the focus. */
  isFresh?: boolean
  onEnd: () => void
  onSave: () => void
}

/** The entry of a record: its circumstances and its values. */
export default function EntryPane(props: EntryPaneProps) {
  const { pane, entry, isFresh, onEnd, onSave, ...circumstances } = props
  const { template, faults, content } = circumstances
  const t = useText()
  const { equipmentId, inspectedAt } = content
  const recent = useRecent(
    { templateId: template.templateId, equipmentId, inspectedAt },
    entry.items.some(({ spc }) => spc),
  )
  const begin = useEffectEvent(() => {
    if (isFresh) pane.current?.querySelector<HTMLElement>('[data-cell]')?.focus()
  })
  useEffect(() => begin(), [])
  return (
    <div ref={pane}>
      <Circumstances {...circumstances} isRemarkRequired={entry.inspection.judgement === 'NG'}>
        <RecordPhotos entry={entry} fault={faults['photos']} />
      </Circumstances>
      <RecentPoints value={recent}>
        <EntryGrid entry={entry} product={template.product} faults={faults} onEnd={onEnd} onSave={onSave} />
      </RecentPoints>
      <p className="muted small entry-hint">{t('qcRecord.gridHint')}</p>
    </div>
  )
}

/** The circumstances of an inspection: lot, equipment, time and remark, and `children`. */
function Circumstances(props: CircumstancesProps) {
  const { content, template, isRemarkRequired, faults, children, onChange } = props
  const { productId, isLotRequired } = template
  const t = useText()
  const localized = useLocalizedName()
  return (
    <div className="record-circumstances">
      <Field label={t('qc.lot')} error={faults['lotId']} required={isLotRequired}>
        {(control) => (
          <LotSelect
            {...control}
            label={t('qc.lot')}
            productId={productId}
            value={content.lotId}
            known={content.lotNo}
            onSelect={(lot) => onChange({ lotId: lot?.lotId ?? null, lotNo: lot?.lotNo ?? null })}
          />
        )}
      </Field>
      <Field label={t('qc.equipment')} error={faults['equipmentId']}>
        {(control) => (
          <EquipmentSelect
            {...control}
            label={t('qc.equipment')}
            productId={productId}
            value={content.equipmentId}
            known={localized(equipmentOf(content))}
            onSelect={(equipment) => onChange(equipmentFields(equipment))}
          />
        )}
      </Field>
      <InstantField
        label={t('qcRecord.inspectedAt')}
        error={faults['inspectedAt']}
        value={content.inspectedAt}
        onChange={(inspectedAt) => onChange({ inspectedAt })}
      />
      <TextAreaField
        label={t('record.remark')}
        error={faults['remark']}
        data-remark
        rows={1}
        maxLength={1000}
        value={content.remark}
        onChange={({ target }) => onChange({ remark: target.value })}
        required={isRemarkRequired}
      />
      {children}
    </div>
  )
}
