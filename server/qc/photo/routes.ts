import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { PhotoIdParam, UploadedPhoto } from '#shared/qc/record/photo'
import { MAX_PHOTO_BYTES, photoTypeNames } from '#shared/qc/record/photo-limits'
import { takeUpload } from '../../access/files/upload'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, answersFile, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { validate } from '../../platform/http/validate'
import { getPhoto } from './read'
import { uploadPhoto } from './upload'

/**
 * A file must not run as a page, whatever its content. It is not cached: the next user of the browser may not see it,
 * and a withdrawn right ends at once.
 */
const fileHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "sandbox; default-src 'none'",
}

/** Photos of records, separate from the public folder of uploads: a photo is readable only with its record. */
export const qcPhotoRoutes = new Hono<SessionEnv>()
  .post(
    '/',
    answers('qc-record', 'route.qcPhoto.upload', UploadedPhoto),
    refuses(codes.impossible),
    permit('qc:record:add', 'qc:record:edit'),
    takeUpload(['file'], MAX_PHOTO_BYTES),
    async (c) => {
      const { store, upload, context, settings } = c.var
      return ok(c, await uploadPhoto(store, upload, context, settings), 'done.created')
    },
  )
  .get(
    '/:photoId',
    answersFile('qc-record', 'route.qcPhoto.get', photoTypeNames, PhotoIdParam),
    permit('qc:record:list', 'qc:record:add'),
    validate('param', PhotoIdParam),
    async (c) => {
      const { store, operator } = c.var
      const { mediaType, content, name } = found(await getPhoto(store, c.req.valid('param').photoId, operator))
      const disposition = `inline; filename="${name}"`
      const headers = { ...fileHeaders, 'content-type': mediaType, 'content-disposition': disposition }
      return c.body(new Uint8Array(content), 200, headers)
    },
  )
