import { join, resolve } from 'node:path'

/** The folder of the repository. Everything here uses Bun's and Node's own modules only: it runs before any package is there. */
export const root = resolve(import.meta.dir, '../..')

/** What `bun run build` makes: the files that are served, and beside them what they were made from. */
export const dist = join(root, 'dist')
export const site = join(dist, 'site')
export const buildRecord = join(dist, 'build.json')
