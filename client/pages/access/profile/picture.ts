import { tr } from '../../../ui/useText'

/** A picture to cut an avatar from: upright, and no larger than necessary. */
export type Picture = { canvas: HTMLCanvasElement; /** The same as a `data:` address. */ address: string }

/** In pixels of a picture. */
export type Area = { x: number; y: number; width: number; height: number }

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

const MAX_FILE_BYTES = 10 * 1024 * 1024
/** The longer edge of the picture for cutting: even a third of it exceeds the size of an avatar. */
const MAX_EDGE_PX = 1280
const AVATAR_PX = 256
const QUALITY = 0.9

/** Reads a chosen file and rotates it upright. Returns an error text if it is unusable. */
export async function readPicture(file: File): Promise<Picture | string> {
  const { name, type, size } = file
  if (!pictureTypes.includes(type)) return tr('profile.avatarType', { name })
  if (size > MAX_FILE_BYTES) return tr('profile.avatarTooBig', { name })
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = drawn(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, scale)
    bitmap.close()
    return { canvas, address: canvas.toDataURL('image/jpeg', QUALITY) }
  } catch {
    return tr('profile.avatarBroken', { name }) // the browser cannot decode it
  }
}

/** The avatar from the square `area`. Its 256 × 256 pixels as JPEG are well below 200 kB. */
export function cutAvatar({ canvas }: Picture, area: Area): Promise<Blob> {
  const avatar = drawn(canvas, area, AVATAR_PX / area.width)
  return new Promise((resolve, reject) => {
    avatar.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY)
  })
}

/** A part of a picture, enlarged by `scale`; transparent areas become white. */
function drawn(source: CanvasImageSource, { x, y, width, height }: Area, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}
