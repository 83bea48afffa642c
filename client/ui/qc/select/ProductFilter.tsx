import { Select } from '../../input/Select'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { useProducts } from '../products'

type ProductFilterProps = {
  /** The code of a product line, as in the address; undefined for all. */
  value: string | undefined
  onSelect: (code: string | undefined) => void
}

/** Filters a list by product line. A line disabled meanwhile is kept, under its code. */
export function ProductFilter({ value, onSelect }: ProductFilterProps) {
  const t = useText()
  const localized = useLocalizedName()
  const products = useProducts()
  const options = products.map((product) => ({ value: product.code, label: localized(product) }))
  const isListed = !value || options.some((option) => option.value === value)
  return (
    <Select
      label={t('qc.product')}
      placeholder={t('qc.anyProduct')}
      value={value || undefined}
      options={isListed ? options : [...options, { value, label: value }]}
      onSelect={onSelect}
    />
  )
}
