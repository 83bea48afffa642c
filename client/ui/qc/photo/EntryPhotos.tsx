import { useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { layout } from '../../../stores/layout'
import { enteredPhotoKey, type EnteredPhoto } from '../../../stores/qc/entered'
import { photoStorage } from '../../../stores/qc/photo-storage'
import { forgetPhotos } from '../../../stores/qc/photo-sending'
import { noteChooser, notePhotos } from '../../../stores/qc/photos-under-way'
import { Button, IconButton } from '../../Button'
import { FileInput } from '../../input/FileInput'
import { toast } from '../../overlay/toast'
import { useText } from '../../useText'
import type { Entry, SetPhotos } from '../entry/entry'
import { IsSending } from './is-sending'
import { PhotoStrip } from './PhotoStrip'
import { reducePhoto } from './reduce-photo'

/** The number of photos that may be added to those of a record. */
export const usePhotoRoom = (photos: readonly EnteredPhoto[]) =>
  Math.max(0, useSnapshot(appInfo).photosPerRecord - photos.length)

type AddPhotosProps = {
  /** Null for the record as a whole. */
  itemKey: string | null
  /** The name of the item or record. */
  of: string
  /** The number of photos that the record may still get. */
  room: number
  setPhotos: SetPhotos
}

type EnteredPhotosProps = AddPhotosProps & {
  /** The photos of the item or record. */
  photos: readonly EnteredPhoto[]
}

/** Photos of an item or a record during entry, and the buttons that add some. */
export const EntryPhotos = (props: EnteredPhotosProps) => (
  <div className="row wrap">
    <EnteredPhotos {...props} />
    <AddPhotos {...props} />
  </div>
)

/** Photos that can be removed, except while their record is being sent. */
export function EnteredPhotos({ photos, of, setPhotos }: Omit<EnteredPhotosProps, 'itemKey' | 'room'>) {
  const isSending = useContext(IsSending)
  function remove(photo: EnteredPhoto) {
    const key = enteredPhotoKey(photo)
    setPhotos((before) => before.filter((other) => enteredPhotoKey(other) !== key))
    void forgetPhotos([photo])
  }
  return <PhotoStrip photos={photos} of={of} onRemove={remove} isFixed={isSending} />
}

/** Adds photos from the camera of a phone, or from files; nothing where the record has all that it may have. */
export function AddPhotos({ itemKey, of, room, setPhotos }: AddPhotosProps) {
  const t = useText()
  const { device } = useSnapshot(layout)
  const [isWorking, setIsWorking] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)

  async function add(chosen: readonly File[]) {
    setIsWorking(true)
    if (chosen.length > room) toast.show(t('qcRecord.photosFull', { most: appInfo.photosPerRecord }), { tone: 'error' })
    for (const file of chosen.slice(0, room)) {
      const photo = await reducePhoto(file, appInfo.photoBytes)
      if (!photo) {
        toast.show(t('qcRecord.photoBroken', { name: file.name }), { tone: 'error' })
        continue
      }
      const localId = await photoStorage.keep(photo)
      const entered = { itemKey, localId, sha256: null, photoId: null }
      if (!photoStorage.isKept(entered)) toast.show(t('qcRecord.photoNotKept'), { tone: 'error' })
      const isTaken = flushSync(() => setPhotos((before) => [...before, entered])) // waiting actions use the updated record
      if (isTaken) continue
      toast.show(t('qcRecord.photoTooLate'), { tone: 'error', timeoutMs: 20_000 })
      await photoStorage.remove([entered])
    }
    setIsWorking(false)
  }

  function choose(input: HTMLInputElement | null) {
    if (!input) return
    noteChooser(input)
    input.click()
  }

  const input = (isCamera: boolean) => (
    <FileInput
      ref={isCamera ? camera : files}
      accept="image/*"
      {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
      onFiles={(chosen) => notePhotos(add(chosen))}
    />
  )
  if (room === 0) return null
  if (device !== 'mobile') {
    return (
      <>
        {input(false)}
        <IconButton
          label={t('qcRecord.photoAdd', { of })}
          icon="camera"
          size={20}
          aria-busy={isWorking || undefined}
          onClick={() => choose(files.current)}
        />
      </>
    )
  }
  return (
    <>
      {input(true)}
      {input(false)}
      <Button icon="camera" busy={isWorking} onClick={() => choose(camera.current)}>
        {t('qcRecord.photoTake')}
      </Button>
      <Button variant="text" busy={isWorking} onClick={() => choose(files.current)}>
        {t('qcRecord.photoChoose')}
      </Button>
    </>
  )
}

type RecordPhotosProps = {
  entry: Pick<Entry, 'photos' | 'setPhotos'>
  /** The server's error for any photo. */
  fault: string | undefined
}

/** The photos of the record as a whole, as a form field. */
export function RecordPhotos({ entry: { photos, setPhotos }, fault }: RecordPhotosProps) {
  const t = useText()
  const ofRecord = photos.filter(({ itemKey }) => itemKey === null)
  const { photosPerRecord: most } = useSnapshot(appInfo)
  const room = usePhotoRoom(photos)
  if (most === 0 && ofRecord.length === 0 && !fault) return null
  return (
    <div className="field" role="group" aria-label={t('qcRecord.photos')}>
      <span className="field-label">{t('qcRecord.photos')}</span>
      <EntryPhotos photos={ofRecord} itemKey={null} of={t('qc.record')} room={room} setPhotos={setPhotos} />
      {room === 0 && <span className="field-hint">{t('qcRecord.photosFull', { most })}</span>}
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
