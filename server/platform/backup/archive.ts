import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as connected } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '../log/reason'

/** The block size of a tar: a header is one block, contents are padded to whole blocks, and two empty blocks end it. */
const BLOCK = 512
/** Sizes up to 8 GiB are written as octal digits. */
const MOST_OCTAL = 8 ** 11
/** Twice as fast as the usual 6, for a file a tenth larger. */
const LEVEL = 3

/** A plain file in an archive; `size` in bytes. */
export type PackedFile<Content = AsyncIterable<Uint8Array>> = { name: string; size: number; content: Content }
export type Source = PackedFile<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>

/** A file that is no archive, or not the archive that it claims to be; `cause` is the error of the unpacking. */
export class ArchiveFault extends Error {
  readonly kind: 'packing' | 'cutShort' | 'larger'

  constructor(kind: ArchiveFault['kind'], cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/** Writes files into a new `.tar.gz`, readable only by its owner. `at`: Unix milliseconds, the time of all files. */
export async function packFiles(path: string, files: Iterable<Source>, at: number): Promise<void> {
  await pipeline(tarOf(files, at), createGzip({ level: LEVEL }), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

async function* tarOf(files: Iterable<Source>, at: number) {
  for (const { name, size, content } of files) {
    yield headerOf(name, size, at)
    let left = size
    for await (const piece of content) {
      left -= piece.length
      yield piece
    }
    if (left !== 0) throw new Error(`${name} changed while it was packed.`)
    yield new Uint8Array(filling(size))
  }
  yield new Uint8Array(2 * BLOCK)
}

const filling = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

/** A header in the POSIX format (ustar). Larger sizes use the GNU form, which every present tar reads. */
function headerOf(name: string, size: number, at: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => header.write(octalOf(value, digits), at, 'latin1')
  header.write(name, 0, 100, 'utf8')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  if (size < MOST_OCTAL) octal(size, 124, 11)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(Math.floor(at / 1000), 136, 11)
  header.write('0', 156, 'latin1') // a plain file
  header.write('ustar\x0000', 257, 'latin1')
  octal(sumOf(header), 148, 6)
  header[155] = 0x20
  return header
}

const octalOf = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** The sum of all bytes, with the bytes of the sum itself counted as blanks. */
const sumOf = (header: Buffer) =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

/**
 * The plain files of a `.tar.gz`, one after the other. Read each before the next; unread rests are skipped. A read to
 * the end compares the whole archive with its own checksum.
 * @param most limit of unpacked bytes, against archives that unpack to far more than their size
 * @throws ArchiveFault if it is no archive, or is damaged or cut short
 */
export async function* unpackFiles(path: string, most = Infinity): AsyncGenerator<PackedFile> {
  const stream = createGunzip()
  connected(createReadStream(path), stream, () => {}) // readers get the errors
  const pieces = takingFrom(stream, most)
  try {
    for (;;) {
      const header = await pieces.exactly(BLOCK)
      if (header.every((byte) => byte === 0)) break
      const { name, size, isFile } = readHeader(header)
      const content = pieces.upTo(size)
      if (isFile) yield { name, size, content }
      for await (const _rest of content);
      await pieces.exactly(filling(size))
    }
    await pieces.toEnd()
  } finally {
    stream.destroy()
  }
}

function readHeader(header: Buffer): { name: string; size: number; isFile: boolean } {
  const textAt = (from: number, to: number) => header.toString('utf8', from, to).replace(/[\0 ].*$/s, '')
  if (textAt(257, 262) !== 'ustar' || Number.parseInt(textAt(148, 156), 8) !== sumOf(header)) {
    throw new ArchiveFault('packing')
  }
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(124, 136), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveFault('packing')
  return { name: textAt(0, 100), size, isFile: ['0', '\0'].includes(String.fromCharCode(header[156]!)) }
}

/** Takes a requested number of bytes from a stream, whatever the size of its pieces. */
function takingFrom(stream: AsyncIterable<Buffer>, most: number) {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let passed = 0

  async function nextPiece(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await source.next()
      if (done) return undefined
      passed += value.length
      if (passed > most) throw new ArchiveFault('larger')
      return value
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (!code.startsWith('Z_')) throw error
      throw new ArchiveFault(code === 'Z_BUF_ERROR' ? 'cutShort' : 'packing', error)
    }
  }

  async function next(most: number): Promise<Buffer> {
    if (rest.length === 0) {
      const piece = await nextPiece()
      if (!piece) throw new ArchiveFault('cutShort')
      rest = piece
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }

  async function* upTo(size: number) {
    for (let left = size; left > 0;) {
      const piece = await next(left)
      left -= piece.length
      yield piece
    }
  }

  return {
    upTo: (size: number) => upTo(size),
    exactly: async (size: number) => Buffer.concat(await Array.fromAsync(upTo(size))),
    /** The checksum is at the end. */
    async toEnd() {
      while (await nextPiece());
    },
  }
}
