import type { ZipInputFile } from 'fflate'
import { crc32, createDeflateRaw } from 'node:zlib'

/** The fastest level: a sheet is repetitive text, and more effort gains little. Each chunk wakes the event loop. */
const deflateOptions = { level: 1, memLevel: 9, chunkSize: 65_536 }
const DEFLATED = 8
/** Near the first day of the format, in every time zone: the same table makes the same file. */
const NO_DATE = new Date(1980, 0, 2, 12)
/** Larger sizes do not fit their fields. */
const MAX_BYTES = 0xffff_ffff

/** Content of an entry: text, or its bytes in UTF-8, which may be overwritten when the next piece is read. */
type Pieces = Iterable<string> | AsyncIterable<string | Uint8Array>

/**
 * Writes a zip archive in pieces: `yield*` one {@link entry} after the other, then the {@link directory}. It keeps one
 * piece of text in memory. Beyond 4 GiB it throws.
 */
export async function createZip() {
  const { Zip } = await import('fflate') // computes its tables when it is loaded: a start does not wait for that
  const ready: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    bytes += piece.length
    ready.push(piece)
  })

  async function* entry(name: string, pieces: Pieces): AsyncGenerator<Uint8Array> {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: DEFLATED, mtime: NO_DATE }
    zip.add(file)
    const see = (piece: Uint8Array) => {
      file.crc = crc32(piece, file.crc)
      file.size += piece.length
    }
    for await (const packed of deflated(pieces, see)) {
      file.ondata!(null, packed, false)
      yield* ready.splice(0)
    }
    file.ondata!(null, new Uint8Array(), true)
    if (file.size > MAX_BYTES || bytes > MAX_BYTES) throw new RangeError('The archive is larger than 4 GiB.')
    yield* ready.splice(0)
  }

  function directory(): Uint8Array {
    zip.end()
    return Buffer.concat(ready)
  }

  return { entry, directory }
}

/** Compresses outside of the event loop, piece by piece; pieces are read on demand. */
async function* deflated(pieces: Pieces, see: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const deflate = createDeflateRaw(deflateOptions)
  const done: Uint8Array<ArrayBuffer>[] = []
  deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => done.push(bytes))
  try {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      see(bytes)
      await new Promise<void>((resolve, reject) => deflate.write(bytes, (error) => (error ? reject(error) : resolve())))
      yield* done.splice(0)
    }
    const ended = new Promise((resolve, reject) => deflate.on('end', resolve).on('error', reject))
    deflate.end()
    await ended
    yield* done
  } finally {
    deflate.destroy()
  }
}
