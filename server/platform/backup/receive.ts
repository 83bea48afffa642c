import { mkdirSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refuseWithoutRoom } from './files'

/** Left free whatever is sent. */
const RESERVE = 64 * 1024 * 1024
/** The room is checked each time so much has come. */
const STRIDE = 16 * 1024 * 1024

/**
 * Writes an upload into a file of its own in `dataDir`, as it comes: none of it is kept in memory.
 * @param length as its sender states, in bytes; an upload that does not fit is refused before it is read
 * @returns its path, and how to remove it
 * @throws Refusal 507 when there is no room
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
