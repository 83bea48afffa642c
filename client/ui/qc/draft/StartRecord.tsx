import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { draftPath } from '#shared/qc/paths'
import { startDraft, type DraftTemplate } from '../../../stores/qc/drafts'
import { Dialog } from '../../overlay/Dialog'
import { FormFooter } from '../../form/FormFooter'
import { SelectField } from '../../form/fields'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { EquipmentField, equipmentFields, type ChosenEquipment } from '../select/EquipmentSelect'
import { LotField } from '../select/LotSelect'
import { templateChoice, templateToBegin } from '../entry/template-query'
import { useMissingReasons } from '../entry/useMissingReasons'

type StartRecordProps = {
  /** Values already known, from a scanned label or from the list. */
  templateId?: number | undefined
  lot?: { lotId: number; lotNo: string } | undefined
  equipment?: ChosenEquipment | undefined
  /** Code of a product line to limit the templates to; without it all. */
  product?: string | undefined
  onClose: () => void
}

/**
 * Asks for the template, lot and equipment, makes a record on this device and opens it. Templates used before need no
 * network.
 */
export default function StartRecord({ product, onClose, ...preset }: StartRecordProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const localized = useLocalizedName()
  const [templateId, setTemplateId] = useState(preset.templateId)
  const [lot, setLot] = useState(preset.lot)
  const [equipment, setEquipment] = useState(preset.equipment)
  const [isTried, setIsTried] = useState(false)
  useMissingReasons()
  const options = useQuery(templateChoice(product))
  const chosen = useQuery({ ...templateToBegin(templateId ?? 0), enabled: templateId !== undefined })
  const template = templateId === undefined ? undefined : chosen.data?.value
  const isOffline = options.data?.isOffline === true || chosen.data?.isOffline === true
  // Without network no lot can be looked up; the draft then waits for it.
  const isLotMissing = template?.isLotRequired === true && lot === undefined && !isOffline
  const choices = (options.data?.value ?? []).map((option) => ({
    value: option.templateId,
    label: `${option.code} ${localized(option)}`,
  }))
  const ofProduct = template ? { productId: template.productId } : product ? { product } : {}
  const isChanged =
    templateId !== preset.templateId ||
    lot?.lotId !== preset.lot?.lotId ||
    equipment?.equipmentId !== preset.equipment?.equipmentId
  const isNone = options.isSuccess && choices.length === 0

  async function start(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!template || isLotMissing) return
    onClose()
    navigate(await begin(template, lot, equipment))
  }

  return (
    <Dialog title={t('qcEntry.start')} open size="small" isChanged={isChanged} onClose={onClose}>
      <form onSubmit={(event) => void start(event)} noValidate data-loads>
        {isOffline && <p className="notice notice-offline">{t('qcEntry.startOffline')}</p>}
        <SelectField
          label={t('qc.template')}
          required
          error={
            isNone
              ? t('qcEntry.startNone')
              : (options.error?.message ??
                chosen.error?.message ??
                (isTried && templateId === undefined ? t('field.required') : undefined))
          }
          placeholder={t('choice.none')}
          value={templateId}
          options={choices}
          onSelect={setTemplateId}
        />
        <LotField
          label={t('qc.lot')}
          required={template?.isLotRequired === true}
          hint={
            isOffline ? t('qcEntry.startOfflineLot') : template?.isLotRequired ? t('qcEntry.startLotHint') : undefined
          }
          error={isTried && isLotMissing ? t('field.required') : undefined}
          {...ofProduct}
          value={lot?.lotId}
          known={lot?.lotNo}
          onSelect={setLot}
        />
        <EquipmentField
          label={t('qc.equipment')}
          {...ofProduct}
          value={equipment?.equipmentId}
          known={equipment && localized(equipment)}
          onSelect={setEquipment}
        />
        <FormFooter onCancel={onClose} isBusy={chosen.isFetching && !template}>
          {t('action.startInspection')}
        </FormFooter>
      </form>
    </Dialog>
  )
}

/** Creates the draft. Returns the address of its page. */
async function begin(
  template: DraftTemplate,
  lot: StartRecordProps['lot'],
  equipment: StartRecordProps['equipment'],
): Promise<string> {
  const uid = await startDraft({
    template,
    lotId: lot?.lotId ?? null,
    lotNo: lot?.lotNo ?? null,
    ...equipmentFields(equipment),
  })
  return draftPath(uid)
}
