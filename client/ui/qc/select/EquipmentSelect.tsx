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
  /** The product line; equipment for all lines is included. Null: only that equipment. Undefined: any. */
  productId?: number | null | undefined
  /** The code of the product line, as list filters have it. */
  product?: string | undefined
  /** Only of this kind. */
  kind?: EquipmentKind | undefined
  /** The name of a gauge, as an item states it; equipment with a similar name is offered first. */
  gaugeKind?: string
  value: number | string | null | undefined
  known?: string | null | undefined
  onSelect: (equipment: ChosenEquipment | undefined) => void
  placeholder?: string
  /** False outside of a `Field` if it is no filter. */
  isFilter?: boolean
}

/** A choice of lines, machines, stations and gauges in use. Overdue calibration is marked. */
export function EquipmentSelect(props: EquipmentSelectProps) {
  const { productId, product, kind, gaugeKind = '', onSelect, placeholder, ...rest } = props
  const t = useText()
  const locale = useLocale()
  const search: Search = async (request, signal) => {
    const of = productId === null ? ({ shared: '1' } as const) : { productId, product }
    const query = 'id' in request ? { equipmentId: request.id } : { keyword: request.keyword || undefined, kind, ...of }
    const options = await getEquipmentOptions(query, signal)
    const rank = (option: Named) => (isNamedLike(option, gaugeKind) ? 0 : 1)
    const ranked = options.toSorted((one, other) => rank(one) - rank(other))
    return ranked.map((option) => ({
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
      name={['equipment', productId, product, kind, gaugeKind, locale]}
      search={search}
      placeholder={placeholder ?? (rest.id ? undefined : t('qc.anyEquipment'))}
      onSelect={(match) => onSelect(match?.names && { equipmentId: match.id, ...match.names })}
    />
  )
}

/** True if one name contains the other, in any letter case. */
function isNamedLike({ name, nameEn }: Named, gaugeKind: string): boolean {
  const wanted = gaugeKind.trim().toLowerCase()
  const names = [name, nameEn ?? ''].map((text) => text.toLowerCase()).filter(Boolean)
  return wanted !== '' && names.some((text) => text.includes(wanted) || wanted.includes(text))
}

/** The choice as a form field. */
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

/** The equipment fields of a record or draft. */
export const equipmentFields = (chosen: ChosenEquipment | undefined) => ({
  equipmentId: chosen?.equipmentId ?? null,
  equipmentName: chosen?.name ?? null,
  equipmentNameEn: chosen?.nameEn ?? null,
})
