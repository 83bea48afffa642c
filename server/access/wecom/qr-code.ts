import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { codes } from '#shared/envelope'
import type { AppEnv } from '../../platform/http/app-env'
import { deviceOf } from '../session/device'
import { throttled, Refusal } from '../../platform/http/refusal'
import { isNonce, newNonce } from '../../platform/security/token'
import type { Account, QrSignIns } from '../../platform/security/qr-sign-in'
import { wecomLinks } from './links'

/**
 * `__Host-` prevents another host of the domain, or an attacker on the network, from setting the cookie. Browsers
 * require HTTPS for it.
 */
const cookieOf = (https: boolean) =>
  https ? { name: '__Host-caliper-qr', path: '/' } : { name: 'caliper-qr', path: '/api/v1' }

/** The purpose of the nonces' key. */
const NONCES = 'qr nonce'

/** The nonce of the browser, if it has a valid one. */
export async function nonceOf<Env extends AppEnv>(c: Context<Env>): Promise<string | undefined> {
  const { settings, store }: AppEnv['Variables'] = c.var
  const given = getCookie(c, cookieOf(settings.https).name)
  return given !== undefined && isNonce(await store.keyFor(NONCES), given) ? given : undefined
}

/** Sets the nonce cookie of the browser: a new nonce, or `known`. */
export async function keepNonce<Env extends AppEnv>(c: Context<Env>, known?: string): Promise<string> {
  const { settings, store }: AppEnv['Variables'] = c.var
  const nonce = known ?? newNonce(await store.keyFor(NONCES))
  const { name, path } = cookieOf(settings.https)
  setCookie(c, name, nonce, { path, httpOnly: true, sameSite: 'Strict', secure: settings.https })
  return nonce
}

/**
 * A new QR code for this browser, which gets a nonce: for signing in, or for binding `account`.
 * @throws Refusal if WeCom is not set up, or too many codes are open
 */
export async function newQrCode<Env extends AppEnv>(c: Context<Env>, qr: QrSignIns, account?: Account) {
  const { settings, address, now, locale }: AppEnv['Variables'] = c.var
  const links = wecomLinks(settings, locale)
  if (!links) throw notSetUp()
  if (settings.wecom?.isSimulated && !isOwnMachine(address)) throw new Refusal(codes.forbidden, 'wecom.simulatorHere')
  const nonce = await keepNonce(c, await nonceOf(c))
  const issued = await qr.issue({ nonce, ...(account && { account }), asked: { ...deviceOf(c), at: now } })
  if (issued.state === undefined) throw throttled(issued.waitMs)
  const { state, endsAt } = issued
  return { ...links(state), state, expire: new Date(endsAt).toISOString() }
}

export const notSetUp = () => new Refusal(codes.notFound, 'wecom.notSetUp')

/** A demo may be open to a network, where its passwords are random. The simulator must not bypass them from there. */
const isOwnMachine = (address: string) => address === '::1' || /^127(\.\d+){3}$/.test(address)
