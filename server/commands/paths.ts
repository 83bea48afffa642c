import { join, resolve } from 'node:path'

/** The folder of the repository. Everything here uses Bun's and Node's own modules only: it runs before any package is there. */
export const root = resolve(import.meta.dir, '../..')

/** The result of `bun run build`: the files that are served, and beside them a record of their inputs. */
export const dist = join(root, 'dist')
export const site = join(dist, 'site')
export const buildRecord = join(dist, 'build.json')

/** Files of the client that are served under their own name. */
export const plainFiles = join(root, 'client/public')

/** Names of all files below `folder`; none when there is no such folder. */
export const namesIn = (folder: string): Promise<string[]> =>
  Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: folder })).catch(() => [])
