import { getLotOptions } from '../../../api/qc/lot'
import type { Control } from '../../form/Field'
import { asField } from '../../form/fields'
import { useText } from '../../useText'
import { SearchSelect } from './SearchSelect'
import type { Search } from './SearchPicker'

type LotSelectProps = Partial<Control> & {
  label: string
  /** The product line; undefined for all. */
  productId?: number | undefined
  /** The code of the product line, as list filters have it. */
  product?: string | undefined
  value: number | string | null | undefined
  known?: string | null | undefined
  onSelect: (lot: { lotId: number; lotNo: string } | undefined) => void
  placeholder?: string
}

/**
 * A choice of lots. In a form (inside a `Field` whose control is spread on it) without closed lots; as a filter all
 * lots.
 */
export function LotSelect({ productId, product, onSelect, placeholder, ...rest }: LotSelectProps) {
  const t = useText()
  const all = rest.id ? ('0' as const) : ('1' as const)
  const search: Search = async (request, signal) => {
    const query =
      'id' in request ? { lotId: request.id } : { keyword: request.keyword || undefined, productId, product, all }
    const lots = await getLotOptions(query, signal)
    return lots.map(({ lotId, lotNo, supplier, status }) => ({
      id: lotId,
      label: lotNo,
      note: status === 'closed' ? t('qcLot.status.closed') : supplier,
      warning: status === 'hold' ? t('qcLot.status.hold') : undefined,
    }))
  }
  return (
    <SearchSelect
      {...rest}
      name={['lot', productId, product, all]}
      search={search}
      placeholder={placeholder ?? (rest.id ? undefined : t('qc.anyLot'))}
      onSelect={(match) => onSelect(match && { lotId: match.id, lotNo: match.label })}
    />
  )
}

/** The choice as a form field. */
export const LotField = asField(LotSelect)
