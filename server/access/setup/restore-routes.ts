import { Hono } from 'hono'
import { basename } from 'node:path'
import { BACKUP_PATH, BACKUP_TYPE } from '#shared/access/backup-upload'
import { codes } from '#shared/envelope'
import { SetupRestored } from '#shared/access/setup'
import { inOwnProcess } from '../../platform/backup/own-process'
import { receive } from '../../platform/backup/receive'
import { discardPrepared, makeReady } from '../../platform/backup/restore'
import type { AppEnv } from '../../platform/http/app-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { errorFields, log } from '../../platform/log/index'
import { isWithoutUsers } from '../user/queries'
import { Refusal } from '../../platform/http/refusal'
import { isSetupToken } from '../../platform/security/setup'
import type { Store } from '../../platform/store'

/** Maximum length of the name that the sender gives a backup. The name is part of no path. */
const MOST_NAME = 100

/**
 * While there is no account: replaces the empty database by a backup, with the token of the set-up link.
 * @param reopen lets the server close its database and start again on the new one
 */
export function setupRestoreRoutes(restoring: Restoring, reopen: (() => void) | undefined) {
  return new Hono<AppEnv>().post(
    '/setup/restore',
    answers('setup', 'route.setup.restore', SetupRestored),
    refuses(codes.badRequest, codes.conflict, codes.wrongType, codes.impossible, codes.noSpace),
    async (c) => {
      const { store, now, settings } = c.var
      const { dataDir } = settings
      const token = c.req.header('x-setup-token') ?? ''
      if (!(await isSetupToken(store.sharedState, token, now))) throw new Refusal(codes.badRequest, 'setup.badToken')
      if (store.dialect !== 'sqlite' || !reopen) throw new Refusal(codes.impossible, 'setup.noRestore')
      await refuseIfAccountsExist(store)
      const { body } = c.req.raw
      if (c.req.header('content-type') !== BACKUP_TYPE || !body) {
        throw new Refusal(codes.wrongType, 'setup.noFile', { type: BACKUP_TYPE })
      }
      if (restoring.isUnderWay) throw new Refusal(codes.conflict, 'setup.restoring')
      restoring.isUnderWay = true
      let isDone = false
      try {
        const length = Number(c.req.header('content-length') ?? 0)
        const upload = await receive(body, dataDir, length) // an upload that stands still is cut like any other
        const order = {
          file: upload.path,
          name: nameOf(c.req.header('x-file-name')),
          dataDir,
          by: { actor: 'server', command: BACKUP_PATH } as const,
          now,
        }
        const prepared = await loggingFailure(inOwnProcess('prepare', order)).finally(upload.remove)
        await refuseIfAccountsExist(store).catch((refusal: unknown) => {
          discardPrepared(prepared.folder)
          throw refusal
        })
        makeReady(dataDir, prepared, now)
        const { version, takenAt, rows } = prepared.backup
        log('info', 'restored', { takenAt, version })
        isDone = true // no more accounts in the old database
        reopen() // the link goes with the database that it was made for
        return ok(c, { version, takenAt, rows }, 'setup.restored')
      } finally {
        restoring.isUnderWay = isDone
      }
    },
  )
}

/** Shared with the set-up form: no account is made while a backup is being restored. */
export type Restoring = { isUnderWay: boolean }

/** @throws Refusal once an account exists */
async function refuseIfAccountsExist(store: Store) {
  if (!(await isWithoutUsers(store))) throw new Refusal(codes.conflict, 'setup.badToken')
}

/** The error of a library is written to the log, where the installer also found the link. */
async function loggingFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (!isRefused || error.cause) log(isRefused ? 'warn' : 'error', 'restore', errorFields(error))
    throw isRefused ? error : new Refusal(codes.impossible, 'backup.failed')
  }
}

/** Sent percent-encoded, because headers allow only English letters. */
function nameOf(sent = ''): string {
  try {
    return basename(decodeURIComponent(sent)).slice(0, MOST_NAME) || 'backup'
  } catch {
    return 'backup'
  }
}
