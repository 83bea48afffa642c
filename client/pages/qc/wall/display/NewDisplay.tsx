import { useState } from 'react'
import { qrPath } from '#shared/qr-path'
import { DisplayInput } from '#shared/qc/wall'
import { displayApi } from '../../../../api/qc/display'
import { Button } from '../../../../ui/Button'
import { InputField } from '../../../../ui/form/fields'
import { useSchemaForm } from '../../../../ui/form/useSchemaForm'
import { useProducts } from '../../../../ui/qc/products'
import { ProductField } from '../../../../ui/qc/select/ProductSelect'
import { ShownOnce } from '../../../../ui/token/ShownOnce'
import { useText } from '../../../../ui/useText'

type NewDisplayProps = { onChanged: () => void; onCreated: () => void }

/** Creates a display, and shows its link once. */
export function NewDisplay({ onChanged, onCreated }: NewDisplayProps) {
  const t = useText()
  const products = useProducts()
  const [link, setLink] = useState('')
  const form = useSchemaForm(DisplayInput, {
    defaults: { name: '', expiresAt: '', ...(products.length === 1 && { productId: products[0]!.productId }) },
    async save(display) {
      const { token } = await displayApi.create(display)
      setLink(`${location.origin}/wall#${token}`)
      form.reset({ ...display, name: '' })
      onCreated()
    },
  })
  if (link) return <DisplayLink link={link} onDone={() => setLink('')} />
  return (
    <form {...form.formProps} onChange={onChanged} className="grid gap-12 start key-form">
      <InputField
        {...form.input('name')}
        label={t('qcWall.displayName')}
        required
        maxLength={64}
        placeholder={t('qcWall.displayExample')}
      />
      <ProductField {...form.select('productId')} label={t('qc.product')} required />
      <InputField {...form.input('expiresAt')} label={t('qcKey.end')} hint={t('qcKey.endHint')} type="date" />
      <Button variant="primary" type="submit" busy={form.formState.isSubmitting}>
        {t('qcWall.make')}
      </Button>
    </form>
  )
}

function DisplayLink({ link, onDone }: { link: string; onDone: () => void }) {
  const t = useText()
  const { size, path } = qrPath(link)
  return (
    <div className="row stretch wrap gap-16 key-once display-link" role="status">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qcWall.qr')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div>
        <ShownOnce
          text={t('qcWall.once')}
          label={t('qcWall.link')}
          secret={link}
          copyLabel={t('qcWall.copy')}
          onDone={onDone}
        />
      </div>
    </div>
  )
}
