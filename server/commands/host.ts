import os from 'node:os'
import type { ResourceName } from '#shared/resource-names'
import type { Settings } from '../env'
import type { RequestContext } from '../access/operation-log/write'
import { hostContext } from '../access/operation-log/host'
import { renderMessage } from '../platform/message/index'
import { Refusal } from '../platform/http/refusal'
import { openBeside, StartError, type Store } from '../platform/store'
import { storeFault } from '../platform/store/fault'
import { atLength } from '../platform/store/limits'
import { commandSettings } from './settings'

type Host = {
  store: Store
  settings: Settings
  /** The context of this command for the operation log. */
  contextOf: (resource: ResourceName, summary: string) => Promise<RequestContext>
}

/**
 * Runs `work` on the present data, with or without a running server.
 * @param command as typed, without its options
 * @throws StartError for problems that the person at the terminal can fix
 */
export async function onHost<Result>(command: string, work: (host: Host) => Promise<Result>): Promise<Result> {
  const settings = commandSettings('production')
  const store = await openBeside(settings)
  const contextOf = (resource: ResourceName, summary: string) =>
    hostContext(store, store.db, {
      actor: 'host',
      command,
      resource,
      summary,
      systemUser: systemUser(),
      now: Date.now(),
    })
  try {
    return await atLength(() => work({ store, settings, contextOf }))
  } catch (error) {
    throw inPlainWords(error)
  } finally {
    await store.close()
  }
}

/** The error as one sentence, if the person at the terminal can fix it. */
export function inPlainWords(error: unknown): unknown {
  if (error instanceof Refusal) {
    const message = renderMessage('en', error)
    return new StartError(error.cause instanceof Error ? `${message} (${error.cause.message})` : message)
  }
  const fault = storeFault(error)
  if (fault === 'full') return new StartError('There is no space left on the disk of the data; nothing was changed.')
  if (fault === 'damaged') {
    return new StartError(
      'The database is damaged; nothing was changed. Stop the server and restore a backup: caliper restore FILE',
    )
  }
  if (fault !== 'busy') return error
  return new StartError(
    'The database cannot be written: run this with sudo, or once more when the server is less busy.',
  )
}

/** The account of the process; with `sudo`, also the original account. */
export function systemUser(): string {
  const username = nameOfProcess()
  const before = process.env['SUDO_USER']
  return before && before !== username ? `${username} (${before})` : username
}

function nameOfProcess(): string {
  try {
    return os.userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? '?'}` // one without a name, as in containers
  }
}
