import { join, resolve } from 'node:path'

/** The folder of the repository. This file imports no packages: it runs before they are installed. */
export const root = resolve(import.meta.dir, '../..')

/** The result of `bun run build`: the served files, and beside them a record of their inputs. */
export const dist = join(root, 'dist')
export const site = join(dist, 'site')
export const buildRecord = join(dist, 'build.json')

/** Files of the client that are served with their own name. */
export const plainFiles = join(root, 'client/public')

/** Names of all files below `folder`; empty if it does not exist. */
export const namesIn = (folder: string): Promise<string[]> =>
  Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: folder })).catch(() => [])
