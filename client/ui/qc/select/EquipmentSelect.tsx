import { useQuery } from '@tanstack/react-query'
import { localizedName, type Named } from '#shared/qc/localized-name'
import type { EquipmentKind } from '#shared/qc/constants'
import { getEquipmentOptions } from '../../../api/qc/equipment'
import type { Control } from '../../form/Field'
import { asField } from '../../form/fields'
import { useLocale, useText } from '../../useText'
import { SearchSelect } from './SearchSelect'
import type { Search } from './SearchPicker'

/** The chosen equipment, as records and drafts store it. */
export type ChosenEquipment = { equipmentId: number } & Named

type EquipmentSelectProps = Partial<Control> & {
  label: string
  /** Of which product line, with what serves all lines; null for those alone, undefined for any. */
  productId?: number | null | undefined
  /** The same by the code of the line, as the filters of lists know it. */
  product?: string | undefined
  /** Only of this kind. */
  kind?: EquipmentKind | undefined
  value: number | string | null | undefined
  onSelect: (equipment: ChosenEquipment | undefined) => void
  placeholder?: string
  /** False where it stands outside of a `Field` and is no filter. */
  isFilter?: boolean
}

/** A choice among lines, machines, stations and gauges in use. What should have been calibrated is marked. */
export function EquipmentSelect({ productId, product, kind, onSelect, placeholder, ...rest }: EquipmentSelectProps) {
  const t = useText()
  const locale = useLocale()
  const search: Search = async (request, signal) => {
    const of = productId === null ? ({ shared: '1' } as const) : { productId, product }
    const query = 'id' in request ? { equipmentId: request.id } : { keyword: request.keyword || undefined, kind, ...of }
    const options = await getEquipmentOptions(query, signal)
    return options.map((option) => ({
      id: option.equipmentId,
      label: localizedName(locale, option),
      note: option.code,
      names: { name: option.name, nameEn: option.nameEn },
      warning: option.isCalibrationOverdue ? t('qcEquipment.overdue') : undefined,
    }))
  }
  return (
    <SearchSelect
      {...rest}
      name={['equipment', productId, product, kind, locale]}
      search={search}
      placeholder={placeholder ?? (rest.id ? undefined : t('qc.anyEquipment'))}
      onSelect={(match) => onSelect(match?.names && { equipmentId: match.id, ...match.names })}
    />
  )
}

/** The field of a form. */
export const EquipmentField = asField(EquipmentSelect)

/** The name of a machine, line, station or gauge. */
export function EquipmentName({ id }: { id: number }) {
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['equipment', 'name', id],
    queryFn: ({ signal }) => getEquipmentOptions({ equipmentId: id }, signal),
  })
  const match = data?.[0]
  return match ? localizedName(locale, match) : `#${id}`
}

/** The fields of a record or draft that tell of its equipment. */
export const equipmentFields = (chosen: ChosenEquipment | undefined) => ({
  equipmentId: chosen?.equipmentId ?? null,
  equipmentName: chosen?.name ?? null,
  equipmentNameEn: chosen?.nameEn ?? null,
})
