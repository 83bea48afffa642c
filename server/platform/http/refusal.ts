import { codes, type Code } from '#shared/envelope'
import type { AnyPlainTextKey, AnyTextKey, TextValues } from '#shared/i18n/text'

/** A refusal for the caller. Every other exception is a fault and stays in the log. */
export class Refusal<Key extends AnyTextKey = AnyTextKey> extends Error {
  readonly code: Code
  readonly key: Key
  readonly values: Record<string, string | number>
  /** HTTP headers by name, sent with the message. */
  headers: Record<string, string> = {}
  /** The faulty field of the input, if there is one. */
  field: string | undefined
  /** Several faulty fields. */
  fields: readonly string[] = []
  /** The text at the field, if it is not the message, whose words other clients of the API compare. */
  fieldKey: AnyPlainTextKey | undefined
  /** Data with which a client can continue, such as the current record; sent as `data`. */
  data: unknown = null

  constructor(code: Code, key: Key, ...[values]: TextValues<Key>) {
    super(key)
    this.name = 'Refusal'
    this.code = code
    this.key = key
    this.values = values ?? {}
  }

  at(field: string, fieldKey?: AnyPlainTextKey): this {
    this.field = field
    this.fieldKey = fieldKey
    return this
  }

  atAll(fields: readonly string[], fieldKey: AnyPlainTextKey): this {
    this.fields = fields
    this.fieldKey = fieldKey
    return this
  }

  /** Keeps the message of a library, which is in one language: for the log and the terminal, not for the caller. */
  dueTo(cause: unknown): this {
    this.cause = cause
    return this
  }

  carrying(data: unknown): this {
    this.data = data
    return this
  }

  with(headers: Record<string, string>): this {
    this.headers = headers
    return this
  }
}

/** The thing does not exist, or the caller may not see it; the answer does not tell which. */
export const notFound = () => new Refusal(codes.notFound, 'error.notFound')

/** The row found by a query. @throws Refusal 404 if there is none */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}

/** The refusal of a call that is not handled within `waitMs`. */
export function throttled(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000)
  return new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
}

const RETRY_SECONDS = '5'

/** Too many callers are waiting, or waited too long. Nothing was done. */
export const busy = () => new Refusal(codes.busy, 'error.busy').with({ 'retry-after': RETRY_SECONDS })
