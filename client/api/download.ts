import type { Answer } from './failure'
import { exchange, readEnvelope } from './http'

type DownloadOptions = {
  query?: object
  signal: AbortSignal
  /** Hears how many bytes have arrived. */
  onProgress?: (bytes: number) => void
}

type ReceivedFile = { name: string; content: Blob }

/**
 * Fetches a file of `/api/v1{path}` and hands it to the browser to save, under the name the server gives it. It may take
 * as long as it needs; `signal` ends it.
 *
 * @throws Failure when it is refused or breaks off; the operator has been told
 * @throws DOMException `AbortError` when `signal` says so
 */
export async function download(path: string, { onProgress, ...options }: DownloadOptions): Promise<void> {
  const read = (response: Response) => readFile(response, onProgress)
  saveFile(await exchange('GET', `/api/v1${path}`, read, { ...options, timeoutMs: 0 }))
}

/** A refusal is an envelope, whatever its status; a file says what it is to be called. */
async function readFile(response: Response, onProgress?: (bytes: number) => void): Promise<Answer<ReceivedFile>> {
  const disposition = response.headers.get('content-disposition')
  if (response.ok && disposition) {
    return { result: { name: fileNameOf(disposition), content: await contentOf(response, onProgress) } }
  }
  const answer = await readEnvelope(response)
  if ('result' in answer) throw new Error(`${response.url} answered no file`)
  return answer
}

/** The browser gathers the parts, on disk when they are many. */
function contentOf(response: Response, onProgress?: (bytes: number) => void): Promise<Blob> {
  if (!response.body || !onProgress) return response.blob()
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onProgress(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted, { headers: response.headers }).blob()
}

/** RFC 6266: `filename*` holds any letters, `filename` stands in for readers that do not know it. */
export function fileNameOf(disposition: string): string {
  const [, encoded] = /filename\*=utf-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // no sound encoding: the plain name will do
    }
  }
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted ?? bare ?? ''
}

/** Hands a file to the browser to save. */
export function saveFile({ name, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000) // browsers read it some time after the click
}
