import { mkdirSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refuseWithoutRoom } from './files'

/** Bytes that stay free during an upload. */
const RESERVE = 64 * 1024 * 1024
/** The free space is checked each time this number of bytes has arrived. */
const STRIDE = 16 * 1024 * 1024

/**
 * Writes an upload into its own file in `dataDir` while it arrives, not into memory.
 * @param length in bytes according to the sender; an upload that does not fit is refused before it is read
 * @returns its path, and a function that removes it
 * @throws Refusal 507 if there is no space
 */
export async function receive(body: AsyncIterable<Uint8Array>, dataDir: string, length: number) {
  const path = join(dataDir, `restoring-upload.${process.pid}`, 'backup')
  const remove = () => rmSync(dirname(path), { recursive: true, force: true })
  remove()
  mkdirSync(dirname(path), { mode: 0o700 })
  try {
    refuseWithoutRoom(dataDir, length + RESERVE)
    const file = await open(path, 'wx', 0o600)
    await writeAll(body, file, dataDir).finally(() => file.close())
    return { path, remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function writeAll(body: AsyncIterable<Uint8Array>, file: FileHandle, folder: string) {
  let sinceCheck = 0
  for await (const piece of body) {
    sinceCheck += piece.length
    if (sinceCheck > STRIDE) {
      refuseWithoutRoom(folder, RESERVE)
      sinceCheck = 0
    }
    await file.writeFile(piece)
  }
}
