import type { UploadedPhoto } from '#shared/qc/record/photo'
import { exchange, readEnvelope, request } from '../http'
import type { Answer } from '../failure'

const path = '/qc/photo'
/** Enough for a phone with a weak network to send some hundred kilobytes. */
const UPLOAD_MS = 60_000

/** Photos of records. Sending the same file again gives the same upload, until a record is saved with it. */
export const photoApi = {
  upload(photo: Blob, as?: { userId: number }) {
    const body = new FormData()
    body.append('file', photo, 'photo.jpg')
    return request<UploadedPhoto>('POST', path, { body, failures: 'show', timeoutMs: UPLOAD_MS, ...as })
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
