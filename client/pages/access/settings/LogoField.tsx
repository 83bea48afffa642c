import { useRef, useState, type ReactNode } from 'react'
import { MAX_LOGO_BYTES, MAX_LOGO_EDGE, MIN_LOGO_EDGE } from '#shared/access/logo'
import { Failure } from '../../../api/http'
import { uploadLogo } from '../../../api/access/system-settings'
import { Button } from '../../../ui/Button'
import { FileInput } from '../../../ui/input/FileInput'
import { useFileDrop } from '../../../ui/input/useFileDrop'
import { tr, useText } from '../../../ui/useText'

const kilobytes = MAX_LOGO_BYTES / 1024
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

type LogoFieldProps = {
  value: string | undefined
  onSelect: (address: string) => void
  error?: string | undefined
  /** The content below the field. */
  below?: ((label: string) => ReactNode) | undefined
  /** True until the logo is saved. */
  isUnsaved: boolean
}

/** The future logo. A chosen or dropped picture is uploaded at once, and used after saving. */
export function LogoField({ value, onSelect, error, below, isUnsaved }: LogoFieldProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [isUploading, setIsUploading] = useState(false)
  const [isUploaded, setIsUploaded] = useState(false)
  const dropTarget = useFileDrop((file) => void upload(file))

  async function upload(file: File | undefined) {
    if (!file || isUploading) return
    setFault(undefined)
    if (file.size > MAX_LOGO_BYTES) return setFault(tr('upload.tooLarge', { kilobytes }))
    setIsUploading(true)
    try {
      const { full_path: address } = await uploadLogo(file)
      onSelect(address)
      setIsUploaded(true)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setFault(failure.errors?.['file'] ?? failure.message)
    } finally {
      setIsUploading(false)
    }
  }

  function remove() {
    setFault(undefined)
    setIsUploaded(false)
    onSelect('')
  }

  const wrong = fault ?? error
  return (
    <div className="sys-set-logo field" role="group" aria-label={t('sysSet.appLogo')} {...dropTarget}>
      <span className="field-label">{t('sysSet.appLogo')}</span>
      <div className="row wrap gap-12 sys-set-logo-row">
        <img src={value || '/logo.svg'} alt={t('sysSet.appLogo')} width={64} height={64} />
        <Button icon="plus" busy={isUploading} onClick={() => input.current?.click()}>
          {t('sysSet.logoChoose')}
        </Button>
        {value && value !== '/logo.svg' && (
          <Button variant="text" onClick={remove}>
            {t('sysSet.logoRemove')}
          </Button>
        )}
      </div>
      <FileInput ref={input} accept={pictureTypes.join()} onFiles={([file]) => void upload(file)} />
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      {below?.(t('sysSet.appLogo'))}
      <p className="field-hint" role="status">
        {isUploaded && isUnsaved && !wrong
          ? t('sysSet.logoUploaded')
          : t('sysSet.logoHint', { min: MIN_LOGO_EDGE, max: MAX_LOGO_EDGE, kilobytes })}
      </p>
    </div>
  )
}
