import type { UploadedPhoto } from '#shared/qc/record/photo'
import { exchange, readEnvelope, request } from '../http'
import type { Answer } from '../failure'

const path = '/qc/photo'
/** The time limit of an upload is this, and the time that a very weak network takes for its size: 32 kbit/s. */
const UPLOAD_MS = 60_000
const SLOWEST_BYTES_PER_MS = 4

/** Photos of records. Sending the same file again gives the same upload, until a record is saved with it. */
export const photoApi = {
  upload(photo: Blob, as?: { userId: number }) {
    const body = new FormData()
    body.append('file', photo, 'photo.jpg')
    const timeoutMs = UPLOAD_MS + Math.ceil(photo.size / SLOWEST_BYTES_PER_MS)
    return request<UploadedPhoto>('POST', path, { body, failures: 'show', timeoutMs, ...as })
  },
  read: (photoId: number, signal?: AbortSignal) =>
    exchange('GET', `/api/v1${path}/${photoId}`, readPhoto, { failures: 'show', signal }),
}

async function readPhoto(response: Response): Promise<Answer<Blob>> {
  if (response.headers.get('content-type')?.startsWith('image/')) return { result: await response.blob() }
  const answer = await readEnvelope(response)
  if ('result' in answer) throw new Error(`${response.url} answered no photo`)
  return answer
}
