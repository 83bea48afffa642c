import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import Cropper from 'react-easy-crop'
import { uploadAvatar } from '../../../api/access/profile'
import { Dialog } from '../../../ui/overlay/Dialog'
import { FormFooter } from '../../../ui/form/FormFooter'
import { isDone } from '../../../ui/record/record-actions'
import { useText } from '../../../ui/useText'
import { cutAvatar, type Area, type Picture } from './picture'
import 'react-easy-crop/react-easy-crop.css'
import './AvatarCrop.css'

const MAX_ZOOM = 4
const ZOOM_STEP = 0.1
/** The distance that an arrow key moves the picture, in screen pixels; with Shift a fifth of it. */
const MOVE_STEP = 10

type AvatarCropProps = { picture: Picture; onSaved: () => void; onClose: () => void }

/** Cuts a square out of a picture, by pointer, touch or keys, and saves it as the operator's avatar. */
export default function AvatarCrop({ picture, onSaved, onClose }: AvatarCropProps) {
  const t = useText()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isSaving, setIsSaving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isDrawn = area !== undefined

  useEffect(() => {
    // The dialog may have opened before the picture was loaded.
    if (isDrawn) box.current?.querySelector<HTMLElement>('[role=group]')?.focus()
  }, [isDrawn])

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    if (!area || isSaving) return
    setIsSaving(true)
    const isSaved = await isDone(cutAvatar(picture, area).then(uploadAvatar))
    setIsSaving(false)
    if (isSaved) onSaved()
  }

  function zoomByKey({ key }: KeyboardEvent) {
    const step = key === '+' || key === '=' ? ZOOM_STEP : key === '-' ? -ZOOM_STEP : 0
    if (step !== 0) setZoom(Math.min(MAX_ZOOM, Math.max(1, zoom + step)))
  }

  return (
    <Dialog title={t('profile.crop')} open onClose={onClose} isChanged={false}>
      <form onSubmit={(event) => void save(event)} onKeyDown={zoomByKey}>
        <div ref={box} className="avatar-crop">
          <Cropper
            image={picture.address}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            keyboardStep={MOVE_STEP}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_shares, pixels) => setArea(pixels)}
            cropperProps={{ role: 'group', 'aria-label': t('profile.cropArea') }}
            disableAutomaticStylesInjection // the content policy forbids it; the sheet is imported above
          />
        </div>
        <p className="field-hint">{t('profile.cropHint')}</p>
        <label className="row gap-12 avatar-crop-zoom">
          <span>{t('profile.zoom')}</span>
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={ZOOM_STEP}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            onChange={({ target }) => setZoom(target.valueAsNumber)}
          />
        </label>
        <FormFooter onCancel={onClose} isBusy={isSaving}>
          {t('profile.saveAvatar')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
