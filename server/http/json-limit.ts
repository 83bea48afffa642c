import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'

const MAX_BODY_BYTES = 1024 * 1024

const limit = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError() {
    throw new Refusal(codes.tooLarge, 'error.tooLarge')
  },
})

/** Refuses long bodies before they are read. Routes that take files have limits of their own; others never read a form. */
export const jsonLimit = createMiddleware((c, next) =>
  /^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '') ? next() : limit(c, next),
)
