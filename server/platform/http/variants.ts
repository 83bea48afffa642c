import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>
type Encoding = 'br' | 'gzip' | 'identity'
/** A content in one encoding, ready to send. */
type Variant<Body> = { body: Body; etag: string; headers: Record<string, string> }
/** A content in each of its encodings. */
export type Variants<Body = Bytes> = Partial<Record<Encoding, Variant<Body>>> & { identity: Variant<Body> }

type Content<Body> = { body: Body; digest: string; br?: Body | undefined; gzip?: Body | undefined }

/** @param headers of every encoding; the entity tag, the encoding and `vary` are added */
export function variantsOf<Body>(
  { body, digest, br, gzip }: Content<Body>,
  headers: Record<string, string>,
): Variants<Body> {
  const variant = (body: Body, encoding?: 'br' | 'gzip'): Variant<Body> => {
    const etag = encoding ? `"${digest}-${encoding}"` : `"${digest}"`
    const vary = ['accept-encoding', headers['vary']].filter(Boolean).join(', ')
    const own = { ...headers, vary, etag, ...(encoding && { 'content-encoding': encoding }) }
    return { body, etag, headers: own }
  }
  return {
    identity: variant(body),
    ...(br && { br: variant(br, 'br') }),
    ...(gzip && { gzip: variant(gzip, 'gzip') }),
  }
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** A few milliseconds per megabyte; the best quality takes fifty times as long for a tenth less. */
const BROTLI_QUALITY = 6

/** {@link variantsOf} for a text made at run time. It is compressed here, off the main thread. */
export async function packedVariants(text: string, headers: Record<string, string>): Promise<Variants> {
  const body = new TextEncoder().encode(text)
  const [br, gzip] = await Promise.all([
    pack.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    pack.gzip(body),
  ])
  return variantsOf({ body, digest: digestOf(body), br: new Uint8Array(br), gzip: new Uint8Array(gzip) }, headers)
}

/** A digest with which browsers recognise a content. */
export const digestOf = (body: Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(body).digest('base64url').slice(0, 22)

type Answer<Body> = { body: Body | null; status: 200 | 304; headers: Record<string, string> }

/** The answer to a request with these headers: in the best accepted encoding, or 304 if the client already has it. */
export function answerOf<Body>(request: Headers, variants: Variants<Body>): Answer<Body> {
  const { body, etag, headers } = chosen(variants, request.get('accept-encoding') ?? '')
  if (!names(request.get('if-none-match'), etag)) return { body, status: 200, headers }
  const { 'content-type': _type, 'content-encoding': _encoding, ...others } = headers
  return { body: null, status: 304, headers: others }
}

function chosen<Body>(variants: Variants<Body>, accepted: string): Variant<Body> {
  const best = (['br', 'gzip'] as const).find((name) => variants[name] && accepts(accepted, name))
  return (best && variants[best]) ?? variants.identity
}

/** `br;q=0` names an encoding in order to refuse it. */
const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const names = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
