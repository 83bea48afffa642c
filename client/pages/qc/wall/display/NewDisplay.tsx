import { useState, type FormEvent } from 'react'
import { qrPath } from '#shared/qr-path'
import { Failure } from '../../../../api/http'
import { displayApi } from '../../../../api/qc/display'
import { Button } from '../../../../ui/Button'
import { copyText } from '../../../../ui/input/copy'
import { Field } from '../../../../ui/form/Field'
import { ProductSelect } from '../../../../ui/qc/select/ProductSelect'
import { useProducts } from '../../../../ui/qc/products'
import { isDone } from '../../../../ui/record/record-actions'
import { toast } from '../../../../ui/overlay/toast'
import { tr, useText } from '../../../../ui/useText'

const MAX_NAME = 64

/** Creates a display, and shows its link once. */
export function NewDisplay({ onCreated }: { onCreated: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const products = useProducts()
  const [chosen, setChosen] = useState<number>()
  const [expiresAt, setExpiresAt] = useState('')
  const [dateError, setDateError] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [link, setLink] = useState('')
  const productId = chosen ?? (products.length === 1 ? products[0]!.productId : undefined)
  const isBlank = name.trim() === ''

  async function create(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isBlank || productId === undefined) return
    setIsSaving(true)
    setDateError('')
    const isCreated = await isDone(
      displayApi.create({ name, productId, expiresAt }).then(
        ({ token }) => setLink(`${location.origin}/wall#${token}`),
        (error: unknown) => {
          const message = error instanceof Failure && error.errors?.expiresAt
          if (message) {
            setDateError(message)
            error.isShown = true
          }
          throw error
        },
      ),
    )
    setIsSaving(false)
    if (!isCreated) return
    setName('')
    setIsTried(false)
    onCreated()
  }

  if (link) return <DisplayLink link={link} onDone={() => setLink('')} />
  const missing = (isMissing: boolean) => (isTried && isMissing ? t('field.required') : undefined)
  return (
    <form className="display-form" onSubmit={(event) => void create(event)} noValidate>
      <Field label={t('qcWall.displayName')} required error={missing(isBlank)}>
        {(control) => (
          <input
            {...control}
            maxLength={MAX_NAME}
            placeholder={t('qcWall.displayExample')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('qc.product')} required error={missing(productId === undefined)}>
        {(control) => <ProductSelect {...control} label={t('qc.product')} value={productId} onSelect={setChosen} />}
      </Field>
      <Field label={t('qcKey.end')} hint={t('qcKey.endHint')} error={dateError || undefined}>
        {(control) => (
          <input {...control} type="date" value={expiresAt} onChange={(event) => setExpiresAt(event.target.value)} />
        )}
      </Field>
      <Button variant="primary" type="submit" busy={isSaving}>
        {t('qcWall.make')}
      </Button>
    </form>
  )
}

function DisplayLink({ link, onDone }: { link: string; onDone: () => void }) {
  const t = useText()
  const { size, path } = qrPath(link)

  async function copy() {
    if (await copyText(link)) toast.show(tr('qcWall.copied'), { tone: 'success' })
  }

  return (
    <div className="display-link" role="status">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qcWall.qr')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div>
        <p>{t('qcWall.once')}</p>
        <input readOnly aria-label={t('qcWall.link')} value={link} onFocus={(event) => event.target.select()} />
        <p className="display-link-actions">
          <Button variant="primary" icon="copy" onClick={() => void copy()}>
            {t('qcWall.copy')}
          </Button>
          <Button onClick={onDone}>{t('qcKey.kept')}</Button>
        </p>
      </div>
    </div>
  )
}
