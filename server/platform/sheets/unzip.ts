import { crc32, inflateRaw } from 'node:zlib'
import { MAX_UNPACKED, notSheet, tooLarge } from './limits'

type Entry = { method: number; flags: number; crc: number; packed: number; size: number; start: number }

/** Maximum length of the comment at the end of an archive, including its own frame. */
const MAX_END = 65_557
const ENCRYPTED = 1

/**
 * Opens a zip archive. Returns a function that reads the text of a part, or `undefined` if it does not exist. All parts
 * together may unpack to {@link MAX_UNPACKED}: unpacking stops there, whatever sizes the archive claims.
 * @throws Refusal if it is damaged or unpacks to more
 */
export function openZip(bytes: Buffer) {
  const entries = entriesOf(bytes)
  let left = MAX_UNPACKED
  return async function textOf(name: string): Promise<string | undefined> {
    const entry = entries.get(name)
    if (!entry) return undefined
    const content = await unpack(bytes, entry, left)
    left -= content.length
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content)
    } catch {
      throw notSheet()
    }
  }
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end < bytes.length - MAX_END || end + 22 > bytes.length) throw notSheet()
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = bytes.readUInt16LE(end + 10); i > 0; i--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw notSheet()
    const name = bytes.readUInt16LE(at + 28)
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

async function unpack(bytes: Buffer, entry: Entry, most: number): Promise<Uint8Array> {
  const { start, packed, size, method, flags, crc } = entry
  if (start + 30 > bytes.length || bytes.readUInt32LE(start) !== 0x04034b50 || flags & ENCRYPTED) throw notSheet()
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  if (from + packed > bytes.length) throw notSheet()
  if (size > most) throw tooLarge()
  const content = bytes.subarray(from, from + packed)
  const unpacked = method === 0 ? content : method === 8 ? await inflated(content, size) : undefined
  if (unpacked?.length !== size || crc32(unpacked) !== crc) throw notSheet()
  return unpacked
}

/** Content longer than its claimed size is not unpacked to its end. */
const inflated = (content: Uint8Array, size: number) =>
  new Promise<Uint8Array>((resolve, reject) =>
    inflateRaw(content, { maxOutputLength: Math.max(size, 1) }, (error, result) =>
      error ? reject(notSheet()) : resolve(result),
    ),
  )
