import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packaged } from './packaged'

/** Programs that run in a process of their own, since the server cannot spare their time or memory. */
const sources = {
  backup: 'server/commands/support/backup-process.ts',
  'spell-titles': 'server/access/menu/spell-titles.ts',
}
export type OwnProgram = keyof typeof sources

/** The word by which the executable calls itself for one of them. */
export const OWN_PROGRAM = '--own-program'

/**
 * A program's command line, whose last words are `args`, and its environment: the server's secrets are not its business,
 * but its time zone is, since files are named by the clock.
 */
export const ownProgram = (name: OwnProgram, ...args: string[]) => ({
  command: [
    process.execPath,
    ...(packaged ? [OWN_PROGRAM, name] : [join(import.meta.dir, '../../..', sources[name])]),
    ...args,
  ],
  env: { TMPDIR: tmpdir(), ...(process.env['TZ'] && { TZ: process.env['TZ'] }) },
})
