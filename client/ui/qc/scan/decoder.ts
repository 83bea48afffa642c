import { decodeQR } from 'qr/decode.js'

export { BarcodeDetector } from 'qr/decode.js'

/**
 * The maximum of the longer side, in pixels: a label may fill a small part of a photo, and larger photos take a phone
 * seconds.
 */
const MAX_SIDE = 2000
const PATIENCE_MS = 3000

/** The text of the QR code in a photo; undefined if none can be read, or if it is no picture. */
export async function textInPhoto(photo: Blob): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height)
    return pixels && decodeQR(pixels, { effort: Infinity, timeLimit: PATIENCE_MS })
  } catch {
    return undefined
  }
}
