import { codes, type Envelope } from '#shared/envelope'

/** The server has not answered: a network failure, a timeout, or a page of a proxy or of a network's sign-in. */
export const NO_ANSWER = 0

type Details = {
  /** The reference for a report of the failure. */
  readonly requestId?: string | undefined
  /** The errors by field name. */
  readonly errors?: Record<string, string> | undefined
  /** Further data of the answer: for a refused change, the present state of the record. */
  readonly data?: unknown
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number | undefined
}

/** The text for a failure without its own, as specified. */
export const NO_WORDS = 'Has Error'

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor takes all of them over
export interface Failure extends Details {}

/** An answer with a code other than 200, or no answer at all. The message is for the operator, in their language. */
export class Failure extends Error {
  /** The code of the envelope; {@link NO_ANSWER} without one. */
  readonly code: number
  /** True if a form shows all of {@link errors} at its fields: no other report is needed. */
  declare isShown?: boolean

  constructor(code: number, message: string, details?: Details) {
    super(message)
    this.name = 'Failure'
    this.code = code
    Object.assign(this, details)
  }
}

/** True if the token is not valid, or no longer. */
export const isSessionOver = ({ code }: Failure) => code === codes.signedOut || code === codes.sessionExpired

/** The progress of a starting server; `total` is 0 while unknown. */
export type StartProgress = { phase: string; done: number; total: number }

/** The result, or the reason why there is none. */
export type Answer<Result = Envelope> = { result: Result } | { progress: StartProgress } | { failure: Failure }

/**
 * The content of an envelope: its `code` decides. A response without an envelope is not the server's, whatever its
 * status.
 *
 * @param textOf the words for an HTTP status without an envelope
 */
export async function readAnswer(response: Response, textOf: (status: number) => string): Promise<Answer> {
  const envelope = await envelopeOf(response)
  if (!envelope) return { failure: new Failure(NO_ANSWER, textOf(response.status)) }
  const { code, msg, data } = envelope
  if (code === codes.ok) return { result: envelope }
  if (code === codes.busy && isProgress(data)) return { progress: data }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return { failure: new Failure(code, msg || NO_WORDS, { ...envelope, retryAfter }) }
}

async function envelopeOf(response: Response): Promise<Envelope | undefined> {
  const body = await response.text()
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed) || typeof parsed.code !== 'number') return
    return parsed as Envelope // the API's tests check the other fields against the type
  } catch {
    return undefined // a page, or nothing
  }
}

const isProgress = (data: unknown): data is StartProgress =>
  typeof data === 'object' && data !== null && 'phase' in data
