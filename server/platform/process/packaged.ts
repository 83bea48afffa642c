/** `name` as in `0005_quality-control`; `hash` of the whole file. */
export type Migration = { name: string; hash: string; statements: string[] }
export type Dialect = 'sqlite' | 'postgres'

/** The embedded parts of the executable; run from sources, they are files. */
export type Packaged = {
  /** The packaged commit, if there was a repository. */
  commit: string | undefined
  /** A digest of the sources. */
  build: string
  /** The built client, packed by `site-files.ts`. */
  site: Blob
  migrations: Record<Dialect, Migration[]>
}

/** Undefined when run from sources; `bun run package` replaces this module by a generated one. */
export const packaged: Packaged | undefined = undefined
