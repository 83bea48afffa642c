import { codes } from '#shared/envelope'
import { searchOf } from '#shared/list/list-query'
import { Failure, readAnswer } from '../failure'
import { tokenHeaders, transport } from '../http'

type StreamRequest = {
  /** Without it, all product lines. */
  product?: string | undefined
  /** The token of a display; otherwise the operator's. */
  token: string
  /** Refused under the token of another user; 0: not checked. */
  userId: number
  lastId: number | undefined
  signal: AbortSignal
}

/**
 * Opens the live feed. It does not keep the session alive.
 * @throws Failure when it is refused, the answer is no stream, or the server is only starting
 * @throws TypeError without network
 */
export async function openStream({ product, token, userId, lastId, signal }: StreamRequest) {
  const response = await fetch(`/api/v1/qc/stream${searchOf({ product })}`, {
    signal,
    headers: {
      accept: 'text/event-stream',
      'accept-language': transport.locale() === 'en' ? 'en' : 'zh-CN',
      ...tokenHeaders(token),
      'x-idle': '1',
      ...(userId && { 'x-user': String(userId) }),
      ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
    },
  })
  transport.answered(response)
  if (response.ok && response.body && isStream(response)) return response.body
  const answer = await readAnswer(response, transport.words.status)
  throw 'failure' in answer ? answer.failure : new Failure(codes.busy, transport.words.status(response.status))
}

/** False for what a proxy or the sign-in page of a network answers instead. */
const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true

/** One event of the stream; `data` is JSON. */
export type StreamEvent = { event: string; data: string; id: number | undefined }

/** Calls `hear` with each event of a stream until it ends. @throws the error that interrupts it */
export async function readStream(body: ReadableStream<Uint8Array>, hear: (event: StreamEvent) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    const frames = rest.split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) hear(eventOf(frame))
  }
}

function eventOf(frame: string): StreamEvent {
  const fields = new Map<string, string>()
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const id = fields.get('id')
  return { event: fields.get('event') ?? '', data: fields.get('data') ?? '', id: id ? Number(id) : undefined }
}
