import type { Named } from '#shared/qc/localized-name'
import { Field, type Control, type FieldFrame } from '../../form/Field'
import { Select } from '../../input/Select'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { useProducts } from '../products'

/** The name of a product line; its number if it is disabled. */
function ProductName({ id }: { id: unknown }) {
  const localized = useLocalizedName()
  const product = useProducts().find(({ productId }) => productId === Number(id))
  return product ? localized(product) : `#${String(id)}`
}

type ProductSelectProps = Control & {
  label: string
  /** An id, as a form holds it; any other value is shown as none. */
  value: unknown
  onSelect: (productId: number | undefined) => void
  /** The text for no choice; without it the choice cannot be cleared. */
  placeholder?: string
  /** The chosen line, in case it is disabled by now. */
  present?: Named | undefined
}

/** A choice of product lines. */
function ProductSelect({ value, onSelect, placeholder, present, ...control }: ProductSelectProps) {
  const t = useText()
  const localized = useLocalizedName()
  const options = useProducts().map((product) => ({ value: product.productId, label: localized(product) }))
  const chosen = Number(value) || undefined
  const isListed = chosen === undefined || options.some((option) => option.value === chosen)
  return (
    <Select
      {...control}
      placeholder={placeholder ?? (chosen === undefined ? t('choice.none') : undefined)}
      value={chosen}
      options={isListed ? options : [...options, { value: chosen, label: present ? localized(present) : `#${chosen}` }]}
      onSelect={onSelect}
    />
  )
}

/** A form field: `<ProductField {...select('productId')} label={…} />`. */
export function ProductField(props: Omit<ProductSelectProps, keyof Control> & FieldFrame) {
  const { error, hint, required, below, ...select } = props
  const { label, placeholder } = select
  const textOf = (id: unknown) => (id ? <ProductName id={id} /> : placeholder)
  return (
    <Field {...{ label, error, hint, required }} below={below && ((name) => below(name, textOf))}>
      {(control) => <ProductSelect {...control} {...select} />}
    </Field>
  )
}
