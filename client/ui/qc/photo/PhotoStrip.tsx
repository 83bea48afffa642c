import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../icons/Icon'
import { dialogPart } from '../../overlay/Dialog'
import { isReady } from '../../ready'
import { useText } from '../../useText'
import { photoQuery, type PhotoPlace } from './photo-query'
import './photo.css'

const PhotoDialog = dialogPart(() => import('./PhotoDialog'))

type PhotoStripProps<Photo extends PhotoPlace> = {
  photos: readonly Photo[]
  /** The subject of the photos: an item, or the record. */
  of: string
  /** The label of the strip, instead of "photos of …". */
  label?: string
  onRemove?: (photo: Photo) => void
  /** True if none can be removed now. */
  isFixed?: boolean
}

/** A row of photos; each can be opened large. Nothing if there are none. */
export function PhotoStrip<Photo extends PhotoPlace>({
  photos,
  of,
  label,
  onRemove,
  isFixed = false,
}: PhotoStripProps<Photo>) {
  const t = useText()
  const [openedAt, setOpenedAt] = useState<number>()
  if (photos.length === 0) return null
  const open = async (index: number) => (await isReady(PhotoDialog)) && setOpenedAt(index)
  return (
    <>
      <ul className="row wrap photo-strip" aria-label={label ?? t('qcRecord.photosOf', { of })}>
        {photos.map((photo, index) => (
          <li key={photo.localId ?? photo.photoId}>
            <button type="button" className="photo-thumb" onClick={() => void open(index)}>
              <Thumbnail photo={photo} />
              <span className="sr-only">{t('qcRecord.photoNo', { of, no: index + 1 })}</span>
            </button>
          </li>
        ))}
      </ul>
      {openedAt !== undefined && (
        <PhotoDialog
          photos={photos}
          at={Math.min(openedAt, photos.length - 1)}
          of={of}
          onGo={setOpenedAt}
          isFixed={isFixed}
          {...(onRemove && { onRemove: (index: number) => onRemove(photos[index]!) })}
          onClose={() => setOpenedAt(undefined)}
        />
      )}
    </>
  )
}

function Thumbnail({ photo }: { photo: PhotoPlace }) {
  const { data, error } = useQuery(photoQuery(photo))
  if (data !== undefined) return <img src={data} alt="" />
  return <Icon name={error ? 'warning' : 'camera'} size={20} />
}
