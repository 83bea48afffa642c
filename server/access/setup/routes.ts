import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { SetupInput, SetupLink } from '#shared/access/setup'
import type { AppEnv } from '../../platform/http/app-env'
import { answers, refuses } from '../../platform/http/describe'
import { deviceOf } from '../session/device'
import { ok } from '../../platform/http/envelope'
import { hashChosen } from '../login/new-password'
import { throttled, Refusal } from '../../platform/http/refusal'
import { validate } from '../../platform/http/validate'
import type { RequestContext } from '../operation-log/write'
import { FIRST_ADMINISTRATOR, hostContext } from '../operation-log/host'
import { createFirstAdministrator } from '../user/queries'
import { createCounter } from '../../platform/security/counter'
import { networkOf } from '../../platform/security/network'
import { endSetup, isSetupToken } from '../../platform/security/setup'
import type { Store } from '../../platform/store'
import type { Restoring } from './restore-routes'

/** A page asks once. The token is too long to be guessed, by this route or by the others. */
const wrongLinks = { free: 30, firstWaitMs: 5_000, longestWaitMs: 60_000, forgiveMs: 10_000 }

export function setupRoutes(restoring: Readonly<Restoring>) {
  const failures = createCounter(wrongLinks)
  return new Hono<AppEnv>()
    .post(
      '/setup/link',
      answers('setup', 'route.setup.link'),
      refuses(codes.tooMany),
      validate('json', SetupLink),
      async (c) => {
        const { store, address, now } = c.var
        const network = networkOf(address)
        const waitMs = failures.waitMs(network, now)
        if (waitMs > 0) throw throttled(waitMs)
        const takeBack = failures.count(network, now)
        await refuseWrongLink(store, c.req.valid('json').token, now)
        takeBack()
        return ok(c, null)
      },
    )
    .post(
      '/setup',
      answers('setup', 'route.setup.create', z.int()),
      refuses(codes.conflict),
      validate('json', SetupInput),
      async (c) => {
        const { store, now } = c.var
        const { token, username, nickName, password } = c.req.valid('json')
        await refuseWrongLink(store, token, now)
        const passwordHash = await hashChosen(c, password)
        if (restoring.isUnderWay) throw new Refusal(codes.conflict, 'setup.restoring')
        const userId = await createFirstAdministrator(store, { username, nickName, passwordHash }, await contextOf(c))
        await endSetup(store.sharedState, token, now)
        return ok(c, userId, 'setup.done')
      },
    )
}

async function refuseWrongLink({ sharedState }: Store, token: string, now: number) {
  if (!(await isSetupToken(sharedState, token, now))) throw new Refusal(codes.badRequest, 'setup.badToken')
}

/** There is no account yet: the server acts, for this device. */
async function contextOf(c: Context<AppEnv>): Promise<RequestContext> {
  const { store, now, requestId } = c.var
  const context = await hostContext(store, store.db, { ...FIRST_ADMINISTRATOR, command: c.req.path, now })
  return { ...context, device: deviceOf(c), requestId }
}
