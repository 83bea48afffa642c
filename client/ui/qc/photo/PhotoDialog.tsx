import { useQuery } from '@tanstack/react-query'
import { photoStorage } from '../../../stores/qc/photo-storage'
import { Button } from '../../Button'
import { ErrorState } from '../../feedback/ErrorState'
import { Skeleton } from '../../feedback/Skeleton'
import { Dialog } from '../../overlay/Dialog'
import { DialogFooter } from '../../overlay/DialogFooter'
import { useText } from '../../useText'
import { photoQuery, type PhotoPlace } from './photo-query'

type PhotoDialogProps = {
  photos: readonly PhotoPlace[]
  /** The index of the shown photo, from 0. */
  at: number
  of: string
  onGo: (index: number) => void
  onRemove?: (index: number) => void
  /** True if none can be removed now, since their record is being sent. */
  isFixed: boolean
  onClose: () => void
}

/** One photo as large as the window allows, with buttons to its neighbours. */
export default function PhotoDialog({ photos, at, of, onGo, onRemove, isFixed, onClose }: PhotoDialogProps) {
  const t = useText()
  const photo = photos[at]!
  const { data, error, refetch } = useQuery(photoQuery(photo))
  const title = t('qcRecord.photoNo', { of, no: at + 1 })

  function remove() {
    if (photos.length === 1) onClose()
    onRemove?.(at)
  }

  return (
    <Dialog title={title} open onClose={onClose} size="large">
      <figure className="stack photo-large">
        {data !== undefined ? (
          <img src={data} alt={title} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="60vh" />
        )}
        <figcaption className="muted small">
          {[
            t('qcRecord.photoPlace', { no: at + 1, count: photos.length }),
            photo.photoId === null && t(photoStorage.isKept(photo) ? 'qcRecord.photoKept' : 'qcRecord.photoNotKept'),
            onRemove && isFixed && t('qcRecord.photoFixed'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </figcaption>
      </figure>
      <DialogFooter>
        {onRemove && (
          <Button variant="text" icon="trash" disabled={isFixed} onClick={remove}>
            {t('qcRecord.photoRemove')}
          </Button>
        )}
        {photos.length > 1 && (
          <>
            <Button icon="chevron-left" disabled={at === 0} onClick={() => onGo(at - 1)}>
              {t('qcRecord.photoPrevious')}
            </Button>
            <Button disabled={at === photos.length - 1} onClick={() => onGo(at + 1)}>
              {t('qcRecord.photoNext')}
            </Button>
          </>
        )}
        <Button variant="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
