import { join } from 'node:path'
import { packaged } from '../process/packaged'
import { unpackSite, type SiteFiles } from './site-pack'
import { digestOf } from './variants'

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
