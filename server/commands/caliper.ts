import { bootstrap } from './bootstrap'

/** The command line from the sources: prepares them, then runs `cli`. The executable begins in `executable.ts`. */
const args = process.argv.slice(2)

/** Demos and tests use the client of the present sources; production uses the existing build. */
function clientFor([name, ...rest]: string[]) {
  if ((name !== 'serve' && name !== 'demo') || rest.includes('--help') || rest.includes('-h')) return 'none'
  return name === 'serve' && !rest.includes('--ephemeral') ? 'any' : 'current'
}

await bootstrap({ client: clientFor(args) })
process.umask(0o077) // files of commands are private to their user
const { cli } = await import('./cli')
const code = await cli(args)
if (code !== undefined) process.exit(code)
