import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packaged } from './packaged'

/** Programs in separate processes, because the server cannot spare their time or memory. */
const sources = {
  backup: 'server/commands/support/backup-process.ts',
  'spell-titles': 'server/access/menu/spell-titles.ts',
}
export type OwnProgram = keyof typeof sources

/** The argument with which the executable starts one of them. */
export const OWN_PROGRAM = '--own-program'

/**
 * A program's command line, ending with `args`, and its environment. It does not get the server's secrets. It gets its
 * time zone, because file names contain local times.
 */
export const ownProgram = (name: OwnProgram, ...args: string[]) => ({
  command: [
    process.execPath,
    ...(packaged ? [OWN_PROGRAM, name] : [join(import.meta.dir, '../../..', sources[name])]),
    ...args,
  ],
  env: { TMPDIR: tmpdir(), ...(process.env['TZ'] && { TZ: process.env['TZ'] }) },
})
