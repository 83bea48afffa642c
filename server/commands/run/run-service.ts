import unit from '../../../packaging/caliper.service' with { type: 'text' }
import { optionsOf, type Command } from '../support/command-line'

export const command: Command = {
  summary: 'prints the unit by which systemd runs the server',
  help: `
Usage: caliper service

Prints the unit of a service for systemd, which the manual's section Installing puts to use. Changes nothing.

Example: ./caliper service > /etc/systemd/system/caliper.service

Exit codes: 0 printed, 2 used wrongly.
`,
  async run(args) {
    optionsOf(args, {})
    console.log(unit.trimEnd())
    return 0
  },
}
