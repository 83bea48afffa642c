import { useQuery } from '@tanstack/react-query'
import { offsetTime } from '#shared/format/offset-time'
import type { RecordPhoto } from '#shared/qc/record/photo'
import { photoName } from '#shared/qc/record/photo-limits'
import type { RecordDetail } from '#shared/qc/record/schema'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { photoQuery } from '../../../../ui/qc/photo/photo-query'
import { useText } from '../../../../ui/useText'

/** All photos of a record, each with its name, its item, its time, and the hash to compare its file. */
export function PrintPhotos({ record: { recordNo, tzMin, photos, items } }: { record: RecordDetail }) {
  const t = useText()
  const localized = useLocalizedName()
  if (photos.length === 0) return null
  const nameOf = (key: string | null) => {
    const item = items.find(({ itemKey }) => itemKey === key)
    return item ? localized(item) : t('qc.record')
  }
  return (
    <section>
      <h2>{t('qcRecord.photos')}</h2>
      <ul className="print-photos">
        {photos.map((photo) => (
          <li key={photo.photoId}>
            <Photo
              photo={photo}
              name={photoName(recordNo, photo)}
              of={nameOf(photo.itemKey)}
              time={offsetTime(photo.addedAt, tzMin)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Photo({ photo, name, of, time }: { photo: RecordPhoto; name: string; of: string; time: string }) {
  const t = useText()
  const { data } = useQuery(photoQuery(photo))
  return (
    <figure>
      {data === undefined ? <p>{t('qcRecord.photoMissing')}</p> : <img src={data} alt={name} />}
      <figcaption>
        {of} · {name} · {time}
        <span className="print-hash">SHA-256 {photo.sha256}</span>
      </figcaption>
    </figure>
  )
}
