import { Hono } from 'hono'
import {
  ApiToken,
  ApiTokenCreated,
  OwnTokenInput,
  ScopeGroup,
  ServiceTokenInput,
  TokenIdParam,
} from '#shared/access/api-token'
import { codes } from '#shared/envelope'
import { z } from '#shared/zod'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import { proveOwnPassword } from '../login/own-password'
import { permit } from '../permission/permit'
import type { SessionEnv } from '../session/session-env'
import {
  issueOwnToken,
  issueServiceToken,
  listTokens,
  ownTokens,
  revokeAnyToken,
  revokeOwnToken,
  scopeGroups,
} from './queries'

const wrongPassword = { key: 'profile.wrongOwnPassword', field: 'password' } as const

/** Tokens with which programs act for the caller. Making one needs the password. */
export const ownTokenRoutes = (throttle: PasswordThrottle) =>
  new Hono<SessionEnv>()
    .get('/', answers('api-token', 'route.apiToken.listOwn', z.array(ApiToken)), async (c) =>
      ok(c, await ownTokens(c.var.store, c.var.operator, c.var.now)),
    )
    .get('/scope', answers('api-token', 'route.apiToken.scopes', z.array(ScopeGroup)), async (c) =>
      ok(c, await scopeGroups(c.var.store, c.var.operator, c.var.locale)),
    )
    .post(
      '/',
      answers('api-token', 'route.apiToken.createOwn', ApiTokenCreated),
      refuses(codes.tooMany),
      validate('json', OwnTokenInput),
      async (c) => {
        const { password, ...input } = c.req.valid('json')
        await proveOwnPassword(c, throttle, password, wrongPassword)
        return ok(c, await issueOwnToken(c.var.store, input, c.var.context), 'done.created')
      },
    )
    .delete(
      '/:tokenId',
      answers('api-token', 'route.apiToken.revokeOwn', z.int()),
      refuses(codes.conflict),
      validate('param', TokenIdParam),
      async (c) => {
        const { tokenId } = c.req.valid('param')
        return ok(c, await revokeOwnToken(c.var.store, tokenId, c.var.context), 'done.updated')
      },
    )

/** Tokens of all accounts. Tokens of services are made here. */
export const tokenRoutes = new Hono<SessionEnv>()
  .get('/', answers('api-token', 'route.apiToken.list', z.array(ApiToken)), permit('admin:sysToken:list'), async (c) =>
    ok(c, await listTokens(c.var.store, c.var.operator, c.var.now)),
  )
  .post(
    '/',
    answers('api-token', 'route.apiToken.create', ApiTokenCreated),
    permit('admin:sysToken:add'),
    validate('json', ServiceTokenInput),
    async (c) => ok(c, await issueServiceToken(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
  )
  .delete(
    '/:tokenId',
    answers('api-token', 'route.apiToken.revoke', z.int()),
    refuses(codes.conflict),
    permit('admin:sysToken:remove'),
    validate('param', TokenIdParam),
    async (c) => {
      const { tokenId } = c.req.valid('param')
      return ok(c, await revokeAnyToken(c.var.store, tokenId, c.var.context), 'done.updated')
    },
  )
