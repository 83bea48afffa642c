import { join } from 'node:path'
import { packaged } from '../process/packaged'
import { unpackSite } from './site-pack'
import { digestOf } from './variants'

/** What a file holds, and a digest of that by which browsers know it again. */
export type SiteFile = { body: Uint8Array<ArrayBuffer> | Blob; digest: string }

/** The files of a built client by their names, such as `assets/index-abcd1234.js`. */
export type SiteFiles = Map<string, SiteFile>

/** The built client: what the executable has inside, else what lies in `folder`; nothing when there is no such folder. */
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
