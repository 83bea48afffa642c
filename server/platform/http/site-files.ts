import { join } from 'node:path'
import { packaged } from '../process/packaged'
import { digestOf } from './variants'

/** The content of a file, and its digest, with which browsers recognise it. */
export type SiteFile = { body: Uint8Array<ArrayBuffer> | Blob; digest: string }

/** The files of a built client by their names, such as `assets/index-abcd1234.js`. */
export type SiteFiles = Map<string, SiteFile>

/** The built client: that in the executable, else the files in `folder`; empty if the folder does not exist. */
export const siteFiles = async (folder: string): Promise<SiteFiles> =>
  packaged ? unpackSite(packaged.site) : filesIn(folder)

export async function filesIn(folder: string) {
  const names = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: folder })).catch(() => [])
  const entries = names.map(async (name) => {
    const body = await Bun.file(join(folder, name)).bytes()
    return [name.replaceAll('\\', '/'), { body, digest: digestOf(body) }] as const
  })
  return new Map(await Promise.all(entries))
}

/** Bytes of the length at the beginning. */
const HEAD = 4

type Entry = [name: string, length: number, digest: string]

/** All files in one blob: the length of the table, the table, and the contents. */
export function packSite(files: Awaited<ReturnType<typeof filesIn>>) {
  const entries = [...files].map(([name, { body, digest }]): Entry => [name, body.length, digest])
  const table = new TextEncoder().encode(JSON.stringify(entries))
  const head = new DataView(new ArrayBuffer(HEAD))
  head.setUint32(0, table.length)
  return new Blob([head, table, ...[...files.values()].map(({ body }) => body)])
}

/** The files of one blob. They stay there, and take no memory until they are read. */
export async function unpackSite(pack: Blob): Promise<SiteFiles> {
  const start = HEAD + new DataView(await pack.slice(0, HEAD).arrayBuffer()).getUint32(0)
  const entries: Entry[] = await pack.slice(HEAD, start).json()
  let at = start
  return new Map(entries.map(([name, length, digest]) => [name, { body: pack.slice(at, (at += length)), digest }]))
}
