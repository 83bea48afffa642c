import { bootstrap } from './bootstrap'

/** `bun run dev` exists only in the sources, and is no command of the command line. */
await bootstrap({ client: 'none' })
const { dev } = await import('./dev-server')
const { ended } = await import('./cli')
const code = await ended('', () => dev(process.argv.slice(2)))
if (typeof code === 'number') process.exit(code)
