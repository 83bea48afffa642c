/** The longest edge of stored photos: fine cracks stay visible, and the upload is fast. */
const MAX_EDGE_PX = 1600
const QUALITY = 0.82

/**
 * The stored form of a photo: upright and smaller. Redrawing removes place, time and device.
 * @returns undefined for a file that the browser cannot decode
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
    context.fillStyle = '#ffffff' // behind transparent areas
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY))
  } catch {
    return undefined
  }
}
