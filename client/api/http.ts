import { REQUEST_TIMEOUT_MS } from '#shared/constants'
import type { Envelope } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import { searchOf } from '#shared/list/list-query'
import { Failure, isSessionOver, NO_ANSWER, readAnswer, type Answer, type StartProgress } from './failure'

export { Failure, type StartProgress } from './failure'

/**
 * Set once in `main.tsx`. This file is below the stores and may not import them, so they provide the token and receive
 * failures through this object.
 */
export const transport = {
  token: (): string => '',
  /** The key of a running swap of the token. */
  swapKey: (): string | undefined => undefined,
  locale: (): Locale => 'zh',
  /** Gives a write the key by which the server recognizes a repetition; set by the code behind the sign-in. */
  keyedWrite: (_method: Method, _path: string, _options: RequestOptions): KeyedWrite | undefined => undefined,
  /** The texts for an answer without its own text, or for no answer. */
  words: {
    network: () => 'Network Error',
    timeout: () => 'Timeout',
    status: (status: number) => `HTTP ${status}`,
  },
  /** Called with every answer before it is read. */
  answered: (_response: Response): void => {},
  /** Called once for a failure that the operator must see. */
  failed: (_failure: Failure): void => {},
  /** The session of `token` is over, or another user's. True if there is another one to try again with. */
  sessionEnded: async (_token: string, _isWrite: boolean, _failure: Failure): Promise<boolean> => false,
  /** The operator of this window: its requests are refused under the token of another user. 0 while unknown. */
  userId: (): number => 0,
  /** The server is starting; the request is repeated when this resolves. */
  starting: async (_progress: StartProgress): Promise<void> => {},
}

export type RequestOptions = {
  /** Blank values, the first page and the default page size are left out. */
  query?: object | undefined
  /** Sent as JSON, except a form with files. */
  body?: unknown
  signal?: AbortSignal | undefined
  /**
   * The handler of a failure. `report`, the default: the operator is told, unless a form shows it. `show`: the caller
   * shows it in place, and only an ended session is handled here. `pass`: the caller handles everything, as for
   * sign-in.
   */
  failures?: 'report' | 'show' | 'pass'
  /**
   * The owner, if not the operator of the window: the server refuses the request under the token of another user. 0:
   * anyone.
   */
  userId?: number
  /** Used instead of the present token. */
  token?: string | undefined
  /** True for background requests: they do not keep the session alive. */
  isIdle?: boolean
  /** True to send it even if the window is closed; at most 64 kB. */
  keepalive?: boolean
  /** The time limit for the whole answer; 0 for none. */
  timeoutMs?: number
}

/** Reads the caller's result from a response. */
type Read<Result> = (response: Response) => Promise<Answer<Result>>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type KeyedWrite = {
  key: string
  /** Without a failure the write is done. */
  ended: (failure?: Failure) => void
}

/**
 * Calls `/api/v1{path}` and returns the envelope's `data`.
 *
 * @throws Failure when the answer's code is not 200, or there is no answer
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function request<Data>(method: Method, path: string, options?: RequestOptions): Promise<Data> {
  const { data } = await requestEnvelope(method, `/api/v1${path}`, options)
  return data as Data // the API's tests check it against its schemas; a check here would load zod into every chunk
}

/** Reads `/api/v1{path}`. The caller shows a failure in place of the answer. */
export const read = <Data>(path: string, signal?: AbortSignal, query?: object): Promise<Data> =>
  request<Data>('GET', path, { failures: 'show', signal, query })

/** For answers with fields beside `data`; `path` begins at the root of the server. */
export async function requestEnvelope<Beside = unknown>(
  method: Method,
  path: string,
  options?: RequestOptions,
): Promise<Envelope & Beside> {
  const envelope = await exchange(method, path, readEnvelope, options)
  return envelope as Envelope & Beside // as in `request`
}

export const readEnvelope: Read<Envelope> = (response) => readAnswer(response, transport.words.status)

/** For answers that are no envelope, such as files: `read` reads the content. Refusals are handled as usual. */
export async function exchange<Result>(
  method: Method,
  path: string,
  read: Read<Result>,
  options: RequestOptions = {},
): Promise<Result> {
  const write = transport.keyedWrite(method, path, options)
  for (;;) {
    const token = options.token ?? transport.token()
    try {
      const result = await answerOf(method, path, token, read, options, write?.key)
      write?.ended()
      return result
    } catch (error) {
      if (options.signal?.aborted) throw error
      const failure = error instanceof Failure ? error : withoutAnswer(error)
      write?.ended(failure)
      if (options.failures === 'pass') throw failure
      const isOver = isSessionOver(failure) || failure.errors?.['x-user']
      if (isOver && (await transport.sessionEnded(token, method !== 'GET', failure))) continue
      if (!isOver && options.failures !== 'show') {
        setTimeout(() => failure.isShown || transport.failed(failure)) // the form that sent it handles it first
      }
      throw failure
    }
  }
}

async function answerOf<Result>(
  method: Method,
  path: string,
  token: string,
  read: Read<Result>,
  options: RequestOptions,
  key: string | undefined,
): Promise<Result> {
  const response = await send(method, path, token, options, key)
  transport.answered(response)
  const answer = await read(response)
  if ('failure' in answer) throw answer.failure
  if ('result' in answer) return answer.result
  await transport.starting(answer.progress)
  return answerOf(method, path, token, read, options, key)
}

function send(
  method: Method,
  path: string,
  token: string,
  {
    query,
    body,
    signal,
    userId = transport.userId(),
    isIdle,
    keepalive,
    timeoutMs = REQUEST_TIMEOUT_MS,
  }: RequestOptions,
  key: string | undefined,
) {
  const signals = [signal ?? [], timeoutMs ? AbortSignal.timeout(timeoutMs) : []].flat()
  const isForm = body instanceof FormData
  return fetch(path + searchOf({ ...query }), {
    method,
    signal: AbortSignal.any(signals),
    ...(keepalive && { keepalive }),
    headers: {
      'accept-language': transport.locale() === 'en' ? 'en' : 'zh-CN',
      ...tokenHeaders(token),
      ...(key && { 'idempotency-key': key }),
      ...(userId && { 'x-user': String(userId) }),
      ...(isIdle && { 'x-idle': '1' }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
}

/** The key tells the server that an already swapped token is not a stolen copy. */
export function tokenHeaders(token: string) {
  const swapKey = transport.swapKey()
  return { ...(token && { authorization: `Bearer ${token}` }), ...(swapKey && { 'x-swap-key': swapKey }) }
}

function withoutAnswer(error: unknown): Failure {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return new Failure(NO_ANSWER, isLate ? transport.words.timeout() : transport.words.network())
}
