import newQrCode from 'qrcode-generator'

/** Light modules around the code; phones need them to find it. */
const QUIET = 4

/** A QR code as the path of its dark modules on a square of `size` × `size`, the quiet zone included. */
export function qrPath(text: string): { size: number; path: string } {
  const code = newQrCode(0, 'M') // as large as the text needs
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row += 1) {
    for (let start = 0; start < count; start += 1) {
      let end = start
      while (end < count && code.isDark(row, end)) end += 1
      if (end === start) continue
      path += `M${start + QUIET} ${row + QUIET}h${end - start}v1h${start - end}z`
      start = end
    }
  }
  return { size: count + 2 * QUIET, path }
}
