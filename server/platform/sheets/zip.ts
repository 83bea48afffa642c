import { crc32, createDeflateRaw } from 'node:zlib'

/** Fastest: a sheet is text that repeats itself, and more effort gains little. Each chunk wakes the event loop. */
const deflateOptions = { level: 1, memLevel: 9, chunkSize: 65_536 }
/** Made by and needs version 2.0 of the format. */
const VERSION = 20
/** Sizes follow the content, because they are not known before it; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01, the first day the format knows: the same table makes the same file. */
const NO_DATE = 0x0021

/** Content of an entry: text, or its bytes in UTF-8, which are done with before the next piece is asked for. */
type Pieces = Iterable<string> | AsyncIterable<string | Uint8Array>

/**
 * Writes a zip archive in pieces: `yield*` one {@link entry} after the other, then the {@link directory}. Memory is that
 * of one piece of text. Beyond 4 GiB it throws, since the sizes no longer fit their fields.
 */
export function createZip() {
  let offset = 0
  const listed: Buffer[] = []

  async function* entry(name: string, pieces: Pieces): AsyncGenerator<Uint8Array> {
    const start = offset
    const local = headerOf(0x04034b50, 30, name, (header) => common(header, 4))
    yield local
    let crc = 0
    let size = 0
    let packed = 0
    for await (const bytes of deflated(pieces, (piece) => {
      crc = crc32(piece, crc)
      size += piece.length
    })) {
      packed += bytes.length
      yield bytes
    }
    const sizes = (to: Buffer, at: number) =>
      to.writeUInt32LE(size, to.writeUInt32LE(packed, to.writeUInt32LE(crc, at)))
    const tail = Buffer.alloc(16)
    tail.writeUInt32LE(0x08074b50)
    sizes(tail, 4)
    yield tail
    offset += local.length + packed + tail.length
    const directoryEntry = headerOf(0x02014b50, 46, name, (header) => {
      header.writeUInt16LE(VERSION, 4)
      common(header, 6)
      sizes(header, 16)
      header.writeUInt32LE(start, 42)
    })
    directoryEntry.writeUInt16LE(Buffer.byteLength(name), 28)
    listed.push(directoryEntry)
  }

  function directory(): Uint8Array {
    const entries = Buffer.concat(listed)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    end.writeUInt16LE(listed.length, 8)
    end.writeUInt16LE(listed.length, 10)
    end.writeUInt32LE(entries.length, 12)
    end.writeUInt32LE(offset, 16)
    return Buffer.concat([entries, end])
  }

  return { entry, directory }
}

/** Version, flags, method and date, which stand in both headers of an entry. */
function common(header: Buffer, at: number) {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(FLAGS, at + 2)
  header.writeUInt16LE(DEFLATED, at + 4)
  header.writeUInt16LE(NO_DATE, at + 8)
}

function headerOf(signature: number, length: number, name: string, fill: (header: Buffer) => void): Buffer {
  const header = Buffer.alloc(length)
  header.writeUInt32LE(signature)
  fill(header)
  if (length === 30) header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

/** Compresses outside the event loop, piece by piece: nothing is read ahead of whoever takes the result. */
async function* deflated(pieces: Pieces, see: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw(deflateOptions)
  const done: Uint8Array[] = []
  deflate.on('data', (bytes: Uint8Array) => done.push(bytes))
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
