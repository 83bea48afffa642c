/** `name` as in `0005_quality-control`; `hash` of the whole file. */
export type Migration = { name: string; hash: string; statements: string[] }
export type Dialect = 'sqlite' | 'postgres'

/** The parts inside the executable, which the sources have beside them. */
export type Packaged = {
  /** The packaged commit, where there was a repository. */
  commit: string | undefined
  /** Stands for the sources it was made from. */
  build: string
  /** The built client, as `site-files.ts` packs it. */
  site: Blob
  migrations: Record<Dialect, Migration[]>
}

/** From the sources nothing; `bun run package` puts a module of its making in the place of this one. */
export const packaged: Packaged | undefined = undefined
