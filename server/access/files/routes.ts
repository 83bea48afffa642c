import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_LOGO_BYTES, MAX_LOGO_EDGE, MIN_LOGO_EDGE } from '#shared/access/logo'
import { Uploaded } from '#shared/admin/config'
import type { AppEnv } from '../../platform/http/app-env'
import { answers, answersFile } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import type { SessionEnv } from '../session/session-env'
import { uploadLogo } from './logo'
import { defaultPictures } from './default-pictures'
import { getFile } from './queries'
import { pictureIn, takeUpload } from './upload'

/** Other names do not exist, and are answered as not found too. */
const FileParam = z.object({ name: z.string().regex(/^([\w-]{22}\.(jpg|png|webp)|(logo|avatar)\.svg)$/) })

/** A file must not run as a page, whatever its content: no script, no form, no loading. */
const fileHeaders = {
  'cache-control': 'private, max-age=86400', // a name never holds another file
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Uploaded files, for everyone who knows their name: pictures in a page cannot carry a token. HTTP statuses are real in
 * both modes, because the answer is no envelope.
 */
export const fileRoutes = new Hono<AppEnv>().get(
  '/static/uploadfile/:name',
  answersFile('file', 'route.file.get', ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'], FileParam),
  async (c) => {
    const { data } = FileParam.safeParse(c.req.param())
    const picture = data && defaultPictures[data.name]
    if (picture) return c.body(picture, 200, { ...fileHeaders, 'content-type': 'image/svg+xml' })
    const file = data && (await getFile(c.var.store, data.name))
    if (!file) return c.text('Not found\n', 404)
    return c.body(file.content, 200, { ...fileHeaders, 'content-type': file.mediaType })
  },
)

/** Uploads for the system settings. The settings then store which one is used. */
export const logoRoutes = new Hono<SessionEnv>().post(
  '/uploadFile',
  answers('system-settings', 'route.systemSettings.uploadLogo', Uploaded),
  permit('admin:sysConfigSet:update'),
  takeUpload(['file'], MAX_LOGO_BYTES),
  async (c) => {
    const picture = pictureIn(c.var.upload, 'file', { min: MIN_LOGO_EDGE, max: MAX_LOGO_EDGE })
    const path = await uploadLogo(c.var.store, picture, c.var.context)
    const { content, mediaType } = picture
    const name = path.slice(path.lastIndexOf('/') + 1)
    return ok(c, { size: content.length, path, full_path: `/${path}`, name, type: mediaType }, 'done.created')
  },
)
