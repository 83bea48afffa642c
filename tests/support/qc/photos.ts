import type { App } from '../app'
import { png } from '../images'

type Uploader = { token: string }

/** Uploads a file as a photo; what the API answers. */
export async function sendPhoto({ app }: App, { token }: Uploader, content: Uint8Array<ArrayBuffer>, name = 'a.png') {
  const body = new FormData()
  body.append('file', new File([content], name))
  const headers = { 'accept-language': 'en', authorization: `Bearer ${token}` }
  const response = await app.request('/api/v1/qc/photo', { method: 'POST', headers, body })
  return (await response.json()) as {
    code: number
    msg: string
    data: { photoId: number; sha256: string; mediaType: string; bytes: number; width: number; height: number }
    errors?: Record<string, string>
  }
}

/** Uploads a photo that is taken; its hash. `width` tells it from others. */
export async function uploaded(app: App, by: Uploader, width: number): Promise<string> {
  const { code, msg, data } = await sendPhoto(app, by, png(width, 30))
  if (code !== 200) throw new Error(`${code} ${msg}`)
  return data.sha256
}

/** A photo as its bytes come. */
export async function fetchPhoto({ app }: App, { token }: Uploader, photoId: number): Promise<Response> {
  return app.request(`/api/v1/qc/photo/${photoId}`, { headers: { authorization: `Bearer ${token}` } })
}
