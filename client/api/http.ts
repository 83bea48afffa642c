import { REQUEST_TIMEOUT_MS } from '#shared/constants'
import type { Envelope } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import { searchOf } from '#shared/list-query'
import { Failure, isSessionOver, NO_ANSWER, readAnswer, type StartProgress } from './failure'

export { Failure, type StartProgress } from './failure'

/**
 * Filled once in `main.tsx`. This file lies below the stores and may not import them, so they hand it the token and
 * hear about failures through here.
 */
export const transport = {
  token: (): string => '',
  locale: (): Locale => 'zh',
  /** What to say when an answer brings no words of its own, or does not come. */
  words: {
    network: () => 'Network Error',
    timeout: () => 'Timeout',
    status: (status: number) => `HTTP ${status}`,
  },
  /** A failure the operator must hear of, once. */
  failed: (_failure: Failure): void => {},
  /** The session of the token in use is over. Called once a token, however many requests fail with it. */
  sessionEnded: (): void => {},
  /** The server is starting; the request is sent again when this resolves. */
  starting: async (_progress: StartProgress): Promise<void> => {},
}

type RequestOptions = {
  /** Blank values, the first page and the usual page size are left out. */
  query?: object
  body?: unknown
  signal?: AbortSignal
  /**
   * Who deals with a failure. `report`, the default: the operator is told at once. `show`: the caller shows it in its
   * place, and only an ended session is dealt with. `pass`: all is the caller's, as when signing in.
   */
  failures?: 'report' | 'show' | 'pass'
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Calls `/api/v1{path}` and returns the envelope's `data`.
 *
 * @throws Failure when the answer's code is not 200, or there is no answer
 * @throws DOMException `AbortError` when `signal` says so
 */
export async function request<Data>(method: Method, path: string, options?: RequestOptions): Promise<Data> {
  const { data } = await requestEnvelope(method, `/api/v1${path}`, options)
  return data as Data // the API's tests hold it to its schemas; checking here would bring zod into every chunk
}

/** The same for answers with fields beside `data`; `path` begins at the root of the server. */
export async function requestEnvelope<Beside = unknown>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Envelope & Beside> {
  const token = transport.token()
  try {
    return (await answerOf(method, path, token, options)) as Envelope & Beside // as in `request`
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = error instanceof Failure ? error : withoutAnswer(error)
    if (options.failures !== 'pass') deal(failure, token, options.failures === 'show')
    throw failure
  }
}

async function answerOf(method: Method, path: string, token: string, options: RequestOptions): Promise<Envelope> {
  const response = await send(method, path, token, options)
  const answer = await readAnswer(response, transport.words.status)
  if ('failure' in answer) throw answer.failure
  if ('envelope' in answer) return answer.envelope
  await transport.starting(answer.progress)
  return answerOf(method, path, token, options)
}

function send(method: Method, path: string, token: string, { query, body, signal }: RequestOptions) {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  return fetch(path + searchOf({ ...query }), {
    method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      'accept-language': transport.locale() === 'en' ? 'en' : 'zh-CN',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function withoutAnswer(error: unknown): Failure {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return new Failure(NO_ANSWER, isLate ? transport.words.timeout() : transport.words.network())
}

function deal(failure: Failure, token: string, isShownInPlace: boolean) {
  if (!isSessionOver(failure)) {
    if (!isShownInPlace) transport.failed(failure)
  } else if (token === transport.token()) transport.sessionEnded() // else an earlier failure, or a new sign-in, has settled it
}
