import { codes, type Code } from '#shared/envelope'
import type { AnyPlainTextKey, AnyTextKey, TextValues } from '#shared/i18n/text'

/** A refusal for the caller. Anything else that is thrown is a fault and stays in the log. */
export class Refusal<Key extends AnyTextKey = AnyTextKey> extends Error {
  readonly code: Code
  readonly key: Key
  readonly values: Record<string, string | number>
  /** Goes out beside the message: HTTP headers by name. */
  headers: Record<string, string> = {}
  /** The field of the input that is to blame, where it is one. */
  field: string | undefined
  /** The same where several fields are to blame. */
  fields: readonly string[] = []
  /** The text at the field, where it is not the message, whose words other clients of the API compare. */
  fieldKey: AnyPlainTextKey | undefined
  /** Data that a client can go on with, such as the current record; travels as `data`. */
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

  /** Keeps what a library said, which knows one language: for the log and the terminal, not for the caller. */
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

/** The thing is not there, or the caller may not see it: the answer does not say which. */
export const notFound = () => new Refusal(codes.notFound, 'error.notFound')

/** The row that a query found. @throws Refusal 404 when it found nothing */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}

/** A call that is not looked at before `waitMs` are over. */
export function throttled(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000)
  return new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
}

const RETRY_SECONDS = '5'

/** Others come first, and too many or for too long. Nothing was done. */
export const busy = () => new Refusal(codes.busy, 'error.busy').with({ 'retry-after': RETRY_SECONDS })
