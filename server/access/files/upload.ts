import { bodyLimit } from 'hono/body-limit'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { SessionEnv } from '../session/session-env'
import { refuseRevokedAccess } from '../session/authenticate'
import { described } from '../../platform/http/describe'
import { wholeBody } from '../../platform/http/whole-body'
import { pictureOf, type Picture } from '../../platform/security/picture'

/** The variables of handlers behind {@link takeUpload}. */
export type UploadEnv = SessionEnv & { Variables: { upload: Uint8Array<ArrayBuffer> } }

/** What a phone brings at the edge of a radio cell, in bytes per second. */
const SLOWEST_PER_S = 4_000
/** The most that the listener can give a request. */
const MOST_SECONDS = 255

/** Boundaries and headers around the one file. */
const MAX_FRAME_BYTES = 8 * 1024

/**
 * Reads the one file of a multipart body as `c.var.upload`. Its name and type from the sender are ignored. A body that
 * is too long is refused before it is read. A slow network has longer than for other requests, since only signed-in
 * users send files.
 * @param fields accepted field names of the file
 */
export function takeUpload(fields: readonly [string, ...string[]], maxBytes: number) {
  function tooLarge(): never {
    const kilobytes = Math.floor(maxBytes / 1024)
    throw new Refusal(codes.tooLarge, 'upload.tooLarge', { kilobytes }).at(fields[0])
  }
  const limit = bodyLimit({ maxSize: maxBytes + MAX_FRAME_BYTES, onError: tooLarge })
  const schema = z.object({ [fields[0]]: z.file().max(maxBytes) })

  return described(
    { inputs: [{ target: 'form', schema }], refuses: [codes.badRequest, codes.tooLarge, codes.wrongType] },
    createMiddleware<UploadEnv>(async function takeUpload(c, next) {
      const type = c.req.header('content-type') ?? ''
      if (!/^multipart\/form-data\s*;/i.test(type)) throw new Refusal(codes.wrongType, 'upload.wrongType')
      c.env?.allowSeconds?.(Math.min(MOST_SECONDS, 60 + Math.ceil(maxBytes / SLOWEST_PER_S)))
      const body = await wholeBody(c, limit)
      await refuseRevokedAccess(c as unknown as Context<SessionEnv>) // which it is, and more
      const files = await filesIn(body, type)
      const [name, file] = files[0] ?? []
      if (!file || files.length > 1 || !fields.includes(name!)) {
        throw new Refusal(codes.badRequest, 'upload.oneFile', { field: fields[0] }).at(fields[0])
      }
      if (file.size > maxBytes) tooLarge()
      c.set('upload', new Uint8Array(await file.arrayBuffer()))
      await next()
    }),
  )
}

/** An uploaded picture. @throws Refusal at `field` if it is none, or an edge is too short or too long (pixels) */
export function pictureIn(
  upload: Uint8Array<ArrayBuffer>,
  field: string,
  edges: { min: number; max: number },
): Picture {
  const picture = pictureOf(upload)
  if (!picture) throw new Refusal(codes.badRequest, 'profile.notPicture').at(field)
  const isFit = (edge: number) => edge >= edges.min && edge <= edges.max
  if (isFit(picture.width) && isFit(picture.height)) return picture
  throw new Refusal(codes.badRequest, 'profile.pictureEdges', edges).at(field)
}

/** The files of a form by their field names; none if the body is invalid. */
async function filesIn(body: ArrayBuffer, type: string): Promise<[name: string, file: File][]> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    return [...form].filter((entry): entry is [string, File] => entry[1] instanceof File)
  } catch {
    return []
  }
}
