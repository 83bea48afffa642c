import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { findDisplay, type KnownDisplay } from './display'
import { Refusal } from '../../platform/http/refusal'
import type { AppEnv } from '../../platform/http/app-env'
import { bearerOf } from '../../access/session/authenticate'

/**
 * Answers a screen on the wall, which has a token of its own and no session. It stands before `authenticate` on the few
 * addresses that a display reads; whoever brings another token goes on to there, and so does a display elsewhere.
 */
export const forDisplays = (answer: (c: Context<AppEnv>, display: KnownDisplay) => Promise<Response>) =>
  createMiddleware<AppEnv>(async function forDisplays(c, next) {
    const token = ['GET', 'HEAD'].includes(c.req.method) ? bearerOf(c.req.header('authorization')) : undefined
    const display = token && (await findDisplay(c.var.store, token, c.var.now))
    if (!display) return next()
    const asked = c.req.query('product')
    if (asked && asked.toLowerCase() !== display.product.toLowerCase()) {
      throw new Refusal(codes.forbidden, 'qcDisplay.otherProduct')
    }
    return answer(c, display)
  })
