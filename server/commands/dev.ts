import { bootstrap } from './bootstrap'

/** `bun run dev` is of the sources alone, and no word of the command line. */
await bootstrap({ client: 'none' })
const { dev } = await import('./dev-server')
const { ended } = await import('./cli')
const code = await ended('', () => dev(process.argv.slice(2)))
if (typeof code === 'number') process.exit(code)
