import type { Answer } from './failure'
import { exchange, readEnvelope } from './http'

type DownloadOptions = {
  query?: object
  signal: AbortSignal
  /** Called with the number of received bytes. */
  onProgress?: (bytes: number) => void
}

type ReceivedFile = { name: string; content: Blob }

/**
 * Downloads a file of `/api/v1{path}` and lets the browser save it, under the server's name. There is no time limit;
 * `signal` ends it.
 *
 * @throws Failure when it is refused or breaks off; the operator has been told
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function download(path: string, { onProgress, ...options }: DownloadOptions): Promise<void> {
  const read = (response: Response) => readFile(response, onProgress)
  saveFile(await exchange('GET', `/api/v1${path}`, read, { ...options, timeoutMs: 0 }))
}

/** A refusal is an envelope, whatever its status; a file has a name in its headers. */
async function readFile(response: Response, onProgress?: (bytes: number) => void): Promise<Answer<ReceivedFile>> {
  const disposition = response.headers.get('content-disposition')
  if (response.ok && disposition) {
    return { result: { name: fileNameOf(disposition), content: await contentOf(response, onProgress) } }
  }
  const answer = await readEnvelope(response)
  if ('result' in answer) throw new Error(`${response.url} answered no file`)
  return answer
}

/** The browser collects the parts, on disk if they are many. */
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

/** RFC 6266: `filename*` supports all letters, `filename` is for clients that do not know it. */
export function fileNameOf(disposition: string): string {
  const [, encoded] = /filename\*=utf-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // invalid encoding: the plain name is used
    }
  }
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted ?? bare ?? ''
}

/** Lets the browser save a file. */
export function saveFile({ name, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000) // browsers read it some time after the click
}
