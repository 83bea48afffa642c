import { bootstrap } from './bootstrap'

/** The command line from the sources: makes them ready to run, then `cli`. The executable begins in `executable.ts`. */
const args = process.argv.slice(2)

/** Demos and tests show the client of the present sources; production takes the client that was built. */
function clientFor([name, ...rest]: string[]) {
  if ((name !== 'serve' && name !== 'demo') || rest.includes('--help') || rest.includes('-h')) return 'none'
  return name === 'serve' && !rest.includes('--ephemeral') ? 'any' : 'current'
}

await bootstrap({ client: clientFor(args) })
process.umask(0o077) // what a command writes is its user's alone
const { cli } = await import('./cli')
const code = await cli(args)
if (code !== undefined) process.exit(code)
