import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { codes, type Code } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import { errorFields, log } from '../log/index'
import { renderMessage } from '../message/index'
import { Refusal } from './refusal'
import { isSilence, storeFault, type StoreFault } from '../store/fault'
import type { AppEnv } from './app-env'
import { refuse } from './envelope'
import { InvalidInput } from './validate'

const storeRefusals = {
  duplicate: [codes.conflict, 'error.duplicate'],
  referenced: [codes.conflict, 'error.inUse'],
  busy: [codes.busy, 'error.busy'],
  full: [codes.noSpace, 'error.noSpace'],
  damaged: [codes.busy, 'error.damaged'],
} as const satisfies Record<StoreFault, [Code, string]>

/** Seconds: a busy database may soon be free; a full disk needs a person. */
const retryAfter: Partial<Record<StoreFault, string>> = { busy: '2', full: '60' }

/** Turns any exception of a handler into the envelope. Only this place decides what callers may learn. */
export const onError: ErrorHandler<AppEnv> = (error, c) => {
  const { locale, requestId } = c.var
  if (error instanceof InvalidInput) {
    const errors = error.inWords(locale)
    const detail = Object.entries(errors).map(([field, fault]) => (field ? `${field} ${fault}` : fault))
    return refuse(c, codes.badRequest, text(locale, 'error.invalid', { detail: detail.join('; ') }), { errors })
  }
  if (error instanceof Refusal) {
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    const msg = renderMessage(locale, error)
    const fieldMsg = error.fieldKey ? text(locale, error.fieldKey) : msg
    const { code, data, field } = error
    const fields = field ? [field] : error.fields
    const errors = Object.fromEntries(fields.map((name) => [name, fieldMsg]))
    return refuse(c, code, msg, { data, ...(fields.length > 0 && { errors }) })
  }
  if (error instanceof HTTPException && error.status < 500) {
    return refuse(c, codes.badRequest, text(locale, 'error.notJson'))
  }
  const fault = storeFault(error)
  if (fault) {
    const [code, key] = storeRefusals[fault]
    log(fault === 'damaged' ? 'error' : 'warn', 'store', { requestId, fault, ...errorFields(error) })
    const seconds = retryAfter[fault]
    if (seconds) c.header('retry-after', seconds)
    return refuse(c, code, text(locale, isSilence(error) ? 'watch.unread' : key))
  }
  log('error', 'fault', { requestId, ...errorFields(error) })
  return refuse(c, codes.fault, text(locale, 'error.fault', { id: requestId }))
}
