import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { MAX_LOGO_BYTES, MAX_LOGO_EDGE, MIN_LOGO_EDGE } from '#shared/access/logo'
import { Uploaded } from '#shared/admin/config'
import type { SessionEnv } from '../session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import { takeUpload } from './upload'
import { uploadLogo } from '../files/logo'
import { Refusal } from '../../platform/http/refusal'
import { pictureOf, type Picture } from '../../platform/security/picture'

/** Pictures for the system settings. Which one is used, is saved there. */
export const uploadRoutes = new Hono<SessionEnv>().post(
  '/uploadFile',
  answers('system-settings', 'Upload a picture for a logo: JPEG, PNG or WebP', Uploaded),
  permit('admin:sysConfigSet:update'),
  takeUpload(['file'], MAX_LOGO_BYTES),
  async (c) => {
    const picture = logoOf(c.var.upload)
    const path = await uploadLogo(c.var.store, picture, c.var.context)
    const { content, mediaType } = picture
    const name = path.slice(path.lastIndexOf('/') + 1)
    return ok(c, { size: content.length, path, full_path: `/${path}`, name, type: mediaType }, 'done.created')
  },
)

function logoOf(upload: Uint8Array<ArrayBuffer>): Picture {
  const picture = pictureOf(upload)
  if (!picture) throw new Refusal(codes.badRequest, 'profile.notPicture').at('file')
  const edges = { min: MIN_LOGO_EDGE, max: MAX_LOGO_EDGE }
  const isFit = (edge: number) => edge >= edges.min && edge <= edges.max
  if (isFit(picture.width) && isFit(picture.height)) return picture
  throw new Refusal(codes.badRequest, 'profile.pictureEdges', edges).at('file')
}
