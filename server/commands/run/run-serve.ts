import { optionsOf, originsOf, portOf, UsageError, type Command, flag, value, values } from '../support/command-line'

/** Code that runs once is not worth compiling: the engine waits this factor longer before it does. */
const STARTING = 50

export const command: Command = {
  summary: 'runs the server on the data folder',
  help: `
Usage: caliper serve [--host <address>] [--port <number>] [--allow-origin <origin>]...
       caliper serve --ephemeral [--host <address>] [--port <number>] [--allow-origin <origin>]... [--year | --sample]

Runs Caliper until it is told to end (Ctrl-C, SIGTERM). An empty data folder is set up through a link for the first
administrator that is shown here: good for half an hour, and again until somebody has used it.

  --host <address>  where it listens; 127.0.0.1, this machine alone, unless CALIPER_HOST says otherwise
  --port <number>   3000 unless CALIPER_PORT says otherwise; 0 takes a free one
  --allow-origin <origin>
                    lets pages of another origin, such as http://localhost:5173, call the API with a token; as often as
                    needed. CALIPER_ALLOWED_ORIGINS otherwise
  --ephemeral       for tests of other programs: demo accounts on a database that is thrown away, one line of JSON with
                    the address when it is ready; with --host its passwords are random
  --year            with --ephemeral: adds a year of records
  --sample          with --ephemeral: adds a few records in every state, with fixed ids and times, and begins the clock
                    behind them: answers are the same at each start

Example: caliper serve --port 8080

Not as root on the data of another user, such as those of the service: systemctl start caliper.

Exit codes: 0 ended in good order, 1 could not start or go on, 2 used wrongly, or settings that make no sense.
`,
  async run(args) {
    const { host, port, ephemeral, year, sample, ...others } = optionsOf(args, {
      host: value,
      port: value,
      'allow-origin': values,
      ephemeral: flag,
      year: flag,
      sample: flag,
    })
    const allowedOrigins = originsOf(others['allow-origin'])
    if (!ephemeral) {
      if (year || sample) throw new UsageError(`${year ? '--year' : '--sample'} goes with --ephemeral only`)
      Bun.unsafe.setJITPolicy(STARTING) // `serveProduction` sets it back when the API answers
      const { serveProduction } = await import('../support/serve-production')
      await serveProduction({ host, port: portOf(port), allowedOrigins })
    } else {
      if (year && sample) throw new UsageError('--year and --sample do not go together')
      const { serveEphemeral } = await import('../ephemeral/serve')
      await serveEphemeral({
        host,
        port: portOf(port) ?? 0,
        allowedOrigins,
        data: year ? 'year' : sample ? 'sample' : undefined,
      })
    }
    return undefined
  },
}
