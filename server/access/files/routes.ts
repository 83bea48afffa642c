import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../platform/http/app-env'
import { answersFile } from '../../platform/http/describe'
import { getFile } from './queries'

/** Whatever else stands there is no name of ours, and not found either. */
const FileParam = z.object({ name: z.string().regex(/^[\w-]{22}\.(jpg|png|webp)$/) })

/** A file must not run as a page, whatever it holds: no script, no form, nothing loaded. */
const fileHeaders = {
  'cache-control': 'private, max-age=86400', // a name never holds another file
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Uploaded files, for whoever was told their name: pictures in a page cannot carry a token. Statuses are true ones in
 * either mode, since what is asked for is no envelope.
 */
export const fileRoutes = new Hono<AppEnv>().get(
  '/static/uploadfile/:name',
  answersFile('file', 'An uploaded picture', ['image/jpeg', 'image/png', 'image/webp'], FileParam),
  async (c) => {
    const { data } = FileParam.safeParse(c.req.param())
    const file = data && (await getFile(c.var.store, data.name))
    if (!file) return c.text('Not found\n', 404)
    return c.body(file.content, 200, { ...fileHeaders, 'content-type': file.mediaType })
  },
)
