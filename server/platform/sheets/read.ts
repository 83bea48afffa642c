import { notSheet, type SheetFile } from './limits'
import { readCsv } from './read-csv'
import { readXlsx } from './read-xlsx'

/** The format of spreadsheet programs until 2003. */
const OLD_OFFICE = 'd0cf11e0'
const ZIP = '504b0304'

/**
 * The rows of a CSV or XLSX file, whatever its name and type, without blank rows and with trimmed cells. The first is
 * the header.
 * @throws Refusal if it is neither, is damaged, or contains too much
 */
export async function readSheet(bytes: Uint8Array): Promise<SheetFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = buffer.toString('hex', 0, 4)
  if (kind === OLD_OFFICE) throw notSheet()
  return kind === ZIP ? readXlsx(buffer) : { rows: await readCsv(buffer) }
}
