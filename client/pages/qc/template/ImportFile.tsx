import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { TemplateFile } from '#shared/qc/template/schema'
import { fieldFaults, type FieldFault } from '#shared/i18n/issue'
import { templatePath } from '#shared/qc/paths'
import { Failure } from '../../../api/http'
import { templateApi } from '../../../api/qc/template'
import { settings } from '../../../stores/settings'
import { isTextKey, readText } from '../../../stores/texts'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/overlay/Dialog'
import { InputField } from '../../../ui/form/fields'
import { FileInput } from '../../../ui/input/FileInput'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { useProducts } from '../../../ui/qc/products'
import { tr, useText } from '../../../ui/useText'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

type ImportFileProps = { onDone: () => void; onClose: () => void }

/** A chosen file: its content, or its errors. */
type Chosen = { name: string; content: TemplateFile } | { name: string; faults: string[] }

/** Creates a template with a draft from a file exported here or in another plant. */
export default function ImportFile({ onDone, onClose }: ImportFileProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const products = useProducts()
  const [chosen, setChosen] = useState<Chosen>()
  const [code, setCode] = useState('')
  const [productId, setProductId] = useState<number>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const content = chosen && 'content' in chosen ? chosen.content : undefined

  async function read(file: File | undefined) {
    if (!file) return
    setErrors({})
    const { data, error } = TemplateFile.safeParse(jsonOf(await file.text()))
    if (error) return setChosen({ name: file.name, faults: fieldFaults(error.issues, isTextKey).map(faultText) })
    setChosen({ name: file.name, content: data })
    setCode(data.template.code)
    setProductId(products.find(({ code: productCode }) => productCode === data.template.product)?.productId)
  }

  async function submit(file: TemplateFile) {
    if (productId === undefined) return setErrors({ productId: t('field.required') })
    setIsBusy(true)
    try {
      const templateId = await templateApi.importFile({ ...file, productId, code })
      onDone()
      onClose()
      navigate(templatePath(templateId, 'draft'))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setErrors(error.errors ?? { code: error.message })
    } finally {
      setIsBusy(false)
    }
  }

  const otherErrors = Object.entries(errors).filter(([field]) => field !== 'code' && field !== 'productId')
  return (
    <Dialog title={t('qcTemplate.import')} open onClose={onClose} isChanged={content !== undefined} size="medium">
      <p className="muted template-import-intro">{t('qcTemplate.importIntro')}</p>
      <Button onClick={() => input.current?.click()}>{t(chosen ? 'import.another' : 'import.choose')}</Button>
      <FileInput
        ref={input}
        accept=".json,application/json"
        aria-label={t('import.choose')}
        onFiles={([file]) => void read(file)}
      />
      <div role="status" className="template-import-outcome">
        {chosen && (
          <p>
            <strong>{chosen.name}</strong>
            {content && t('qcTemplate.importHolds', { name: content.template.name, count: content.items.length })}
          </p>
        )}
        {chosen && 'faults' in chosen && <Faults texts={chosen.faults} />}
        <Faults texts={otherErrors.map(([field, message]) => `${field}: ${message}`)} />
      </div>
      {content && (
        <div className="field-columns">
          <ProductField
            label={t('qc.product')}
            error={errors.productId}
            value={productId}
            onSelect={setProductId}
            required
          />
          <InputField
            label={t('qcTemplate.code')}
            error={errors.code}
            hint={t('qcTemplate.codeHint')}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            required
            isCode
          />
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {content && (
          <Button variant="primary" busy={isBusy} onClick={() => void submit(content)}>
            {t('qcTemplate.importSubmit')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

const MAX_SHOWN = 10

const Faults = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <ul className="template-import-faults">
      {texts.slice(0, MAX_SHOWN).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )

/** Errors of the file as a whole have their own texts. Other errors name their field. */
function faultText({ field, key, values }: FieldFault): string {
  if (field === 'formatVersion') return tr('qcTemplate.newerFile')
  if (field === 'format' || field === '') return tr('qcTemplate.notThisFile')
  return `${field}: ${readText(settings.locale, key, values)}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
