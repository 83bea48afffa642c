import { Hono } from 'hono'
import { Inbox, InboxCount, InboxQuery } from '#shared/qc/inbox'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { viewerOf } from '../record/request'
import { inboxCount, inboxOf } from './queries'

/** The inbox of the caller. Kinds that the caller's rights exclude are left out. */
export const qcInboxRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('qc-inbox', 'route.qcInbox.list', Inbox),
    permit('qc:inbox:list'),
    validate('query', InboxQuery),
    async (c) => ok(c, await inboxOf(c.var.store, viewerOf(c), c.req.valid('query').kind)),
  )
  .get('/count', answers('qc-inbox', 'route.qcInbox.count', InboxCount), permit('qc:inbox:list'), async (c) =>
    ok(c, await inboxCount(c.var.store, viewerOf(c))),
  )
