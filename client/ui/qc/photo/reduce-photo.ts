/** The longest edge of stored photos: fine cracks stay visible, and the upload is fast. */
const MAX_EDGE_PX = 1600
/** A photo of this edge has less than the smallest limit. */
const MIN_EDGE_PX = 200
/** In the order in which they are tried. Below the last one, a smaller size shows more. */
const QUALITIES = [0.82, 0.7, 0.55]

/**
 * The stored form of a photo: upright, smaller, and within the limit. Redrawing removes place, time and device.
 * @returns undefined for a file that the browser cannot decode
 */
export async function reducePhoto(file: File, maxBytes: number): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    let photo: Blob | undefined
    let edge = Math.min(MAX_EDGE_PX, Math.max(bitmap.width, bitmap.height))
    do {
      const canvas = drawn(bitmap, edge)
      for (const quality of QUALITIES) {
        photo = canvas && (await jpegOf(canvas, quality))
        if (!photo || photo.size <= maxBytes) break
      }
      edge *= 0.8
    } while (photo && photo.size > maxBytes && edge >= MIN_EDGE_PX)
    bitmap.close()
    return photo
  } catch {
    return undefined
  }
}

function drawn(bitmap: ImageBitmap, longestEdge: number): HTMLCanvasElement | undefined {
  const scale = longestEdge / Math.max(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#ffffff' // behind transparent areas
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | undefined>((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality))
