/** Longest edge of what is kept: fine cracks are seen, and it is sent in a moment. */
const MAX_EDGE_PX = 1600
const QUALITY = 0.82

/**
 * A photo as it is kept: upright, smaller, and drawn anew, which leaves place, time and device behind.
 * @returns undefined for what the browser can make no picture of
 */
export async function reducePhoto(file: File): Promise<Blob | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return undefined
    context.fillStyle = '#ffffff' // where it is transparent
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY))
  } catch {
    return undefined
  }
}
