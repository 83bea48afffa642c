import { readSheet } from '#server/platform/sheets/read'
import { createZip } from '#server/platform/sheets/zip'

/** All of a stream as one buffer. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** The rows of a CSV or XLSX file. */
export const rowsIn = async (file: Uint8Array) => (await readSheet(file)).rows

/** A zip archive of these texts. */
export async function zipOf(parts: Record<string, string>): Promise<Buffer<ArrayBuffer>> {
  const zip = await createZip()
  const pieces: Uint8Array[] = []
  for (const [name, text] of Object.entries(parts)) pieces.push(...(await Array.fromAsync(zip.entry(name, [text]))))
  return Buffer.concat([...pieces, zip.directory()])
}

const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join('')}</Relationships>`

/** A workbook as other programs write it, around the rows of a sheet; `parts` replaces or adds whole parts. */
export const workbook = (rows: string, parts: Record<string, string> = {}) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="h" r:id="rId8" state="hidden"/><sheet name="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', '/xl/strings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ),
    'xl/strings.xml':
      '<sst><si><t>账号</t></si><si><r><t>王</t></r><r><t xml:space="preserve"> 芳</t></r><rPh><t>wang</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m"/><numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/>' +
      '<numFmt numFmtId="172" formatCode="0.00_ %"/><numFmt numFmtId="173" formatCode="0 &quot;%&quot;"/>' +
      '<numFmt numFmtId="174" formatCode="0000"/><numFmt numFmtId="175" formatCode="&quot;L0&quot;\\-0"/>' +
      '<numFmt numFmtId="176" formatCode="000\\-0000\\-0000"/><numFmt numFmtId="177" formatCode="yyyy/m/d h:mm;@"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="10"/><xf numFmtId="172"/>' +
      '<xf numFmtId="173"/><xf numFmtId="174"/><xf numFmtId="175"/><xf numFmtId="176"/><xf numFmtId="177"/><xf numFmtId="22"/>' +
      '</cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })
