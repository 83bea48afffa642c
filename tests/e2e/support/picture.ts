import type { Page } from '@playwright/test'

type Picture = { width: number; height: number; type?: 'image/png' | 'image/jpeg' }

/** A picture whose upper half is red and whose lower half is blue, as a file to choose. */
export async function twoColours(page: Page, { width, height, type = 'image/jpeg' }: Picture) {
  const address = await page.evaluate(
    (of) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: of.width, height: of.height })
      const context = canvas.getContext('2d')!
      context.fillStyle = 'red'
      context.fillRect(0, 0, of.width, of.height / 2)
      context.fillStyle = 'blue'
      context.fillRect(0, of.height / 2, of.width, of.height / 2)
      return canvas.toDataURL(of.type)
    },
    { width, height, type },
  )
  return Buffer.from(address.split(',')[1]!, 'base64')
}

/** A picture of rough metal, 1600 × 1200: as JPEG it is several times as large as one of plain surfaces. */
export async function grainy(page: Page) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1600, height: 1200 })
    const context = canvas.getContext('2d')!
    const pixels = context.createImageData(1600, 1200)
    let seed = 1
    for (let at = 0; at < pixels.data.length; at += 4) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      pixels.data.set([110 + (seed % 97) / 2, 110 + (seed % 89) / 2, 110 + (seed % 83) / 2, 255], at)
    }
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(address.split(',')[1]!, 'base64')
}

/** The same JPEG as a camera stores it that was held sideways: to be turned by a quarter, clockwise, when shown. */
export function heldSideways(jpeg: Buffer): Buffer {
  const turned = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = Buffer.from([0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0'), ...turned])
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** Colours at places of the picture at `address`, as the browser shows them. */
export const coloursAt = (page: Page, address: string, places: [x: number, y: number][]) =>
  page.evaluate(
    async ([source, at]) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')!
      context.drawImage(picture, 0, 0)
      const colours = at.map(([x, y]) => {
        const [red = 0, , blue = 0] = context.getImageData(x, y, 1, 1).data
        return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red}/${blue}`
      })
      return { size: [picture.width, picture.height], colours }
    },
    [address, places] as const,
  )
