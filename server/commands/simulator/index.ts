import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SmtpSettings, WecomSettings } from '../../env'
import { pageHeaders } from '../../platform/http/page-headers'
import { REDIRECT_PATH } from '../../access/wecom/links'
import { createCompany } from './company'
import { badLinkPage, choicePage, messagesPage, style } from './page'
import { startSmtp } from './smtp'

const MAX_BODY_BYTES = 16 * 1024
/** The characters that WeCom transports. */
const isState = (state: string) => /^[a-z\d]{1,128}$/i.test(state)

type Place = {
  /** The URLs for the server itself, for phones, and for the computer that runs it; without a path. */
  ownUrl: string
  publicUrl: string
  computerUrl: string
  https: boolean
  now?: () => number
}

/**
 * Replaces WeCom and a mail server in demos and tests: the calls of WeCom's server API for signing in and notifying,
 * the page on which a person agrees, and a page with all messages and mails. That person may choose any colleague, so
 * it exists only in demos and tests.
 */
export function createSimulator({ ownUrl, publicUrl, computerUrl, https, now = Date.now }: Place) {
  reachDirectly(new URL(ownUrl).hostname)
  const company = createCompany(now)
  const redirectUri = publicUrl + REDIRECT_PATH
  const headers = { ...pageHeaders({ https }), 'cache-control': 'no-store' }

  const app = new Hono()
    .basePath('/simulator')
    .use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Payload Too Large', 413) }))
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  app.onError((_, c) => c.text('Bad Request', 400))

  app
    .get('/cgi-bin/gettoken', (c) => {
      const { corpid, corpsecret = '' } = c.req.query()
      if (corpid !== company.corpId) return c.json({ errcode: 40013, errmsg: 'invalid corpid' })
      if (!company.isSecret(corpsecret)) return c.json({ errcode: 40001, errmsg: 'invalid credential' })
      const { token, seconds } = company.issueToken()
      return c.json({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: seconds })
    })
    .get('/cgi-bin/auth/getuserinfo', (c) => {
      const { access_token: token = '', code = '' } = c.req.query()
      const state = company.tokenState(token)
      if (state === 'expired') return c.json({ errcode: 42001, errmsg: 'access_token expired' })
      if (state === 'unknown') return c.json({ errcode: 40014, errmsg: 'invalid access_token' })
      const userid = company.redeem(code)
      return c.json(userid ? { errcode: 0, errmsg: 'ok', userid } : { errcode: 40029, errmsg: 'invalid code' })
    })
    .post('/cgi-bin/message/send', async (c) => {
      if (company.tokenState(c.req.query('access_token') ?? '') !== 'good') {
        return c.json({ errcode: 40014, errmsg: 'invalid access_token' })
      }
      const { touser = '', text } = await c.req.json<{ touser?: string; text?: { content?: string } }>()
      const member = company.colleagues.find(({ memberId }) => memberId === touser)
      if (!member) return c.json({ errcode: 81013, errmsg: 'user & party & tag all invalid' })
      const [title = '', ...lines] = (text?.content ?? '').split('\n')
      company.keep({ kind: 'wecom', to: member.name, title, text: lines.join('\n') })
      return c.json({ errcode: 0, errmsg: 'ok', invaliduser: '' })
    })
    .get('/messages', (c) => c.html(messagesPage(localeOf(c), company.messages())))
    .get('/connect/oauth2/authorize', (c) => {
      const { response_type: type, scope } = c.req.query()
      return choose(c, c.req.query(), type === 'code' && scope === 'snsapi_base')
    })
    .get('/wwlogin/sso/login', (c) => choose(c, c.req.query(), c.req.query('login_type') === 'CorpApp'))
    .post('/choose', async (c) => {
      const { member, state } = await c.req.parseBody()
      const colleague = company.colleagues.find(({ memberId }) => memberId === member)
      if (!colleague || typeof state !== 'string' || !isState(state)) return c.html(badLinkPage(localeOf(c)), 400)
      const code = company.issueCode(colleague.memberId)
      // To the origin in use: a computer may be at localhost while phones use the network's address.
      return c.redirect(`${REDIRECT_PATH}?${new URLSearchParams({ code, state })}`, 303)
    })
    .get('/style.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))

  /** The list of colleagues, if the link is valid. It redirects only to our own page. */
  function choose(c: Context, query: Record<string, string>, isComplete: boolean) {
    const { appid, agentid, state = '', redirect_uri: target } = query
    const isOurs = appid === company.corpId && agentid === company.agentId && target === redirectUri && isState(state)
    if (!isComplete || !isOurs) return c.html(badLinkPage(localeOf(c)), 400)
    return c.html(choicePage(localeOf(c), query, company.colleagues, { state }))
  }

  const wecom: WecomSettings = {
    corpId: company.corpId,
    agentId: company.agentId,
    secret: company.secret,
    apiUrl: `${ownUrl}/simulator`,
    authorizeUrl: `${publicUrl}/simulator/connect/oauth2/authorize`,
    loginUrl: `${computerUrl}/simulator/wwlogin/sso/login`,
    isSimulated: true,
  }
  let mail: Awaited<ReturnType<typeof startSmtp>> | undefined
  return {
    fetch: (request: Request) => app.fetch(request),
    wecom,
    messages: company.messages,
    /** Opens a mail server on loopback; its mails are on the page of messages. */
    async startMail(): Promise<SmtpSettings> {
      mail ??= await startSmtp(({ to, subject, text }) =>
        company.keep({ kind: 'email', to: to.join(', '), title: subject, text }),
      )
      return { host: '127.0.0.1', port: mail.port, tls: 'off', credentials: undefined, from: 'caliper@caliper.example' }
    },
    async stopMail(): Promise<void> {
      const open = mail
      mail = undefined
      await open?.stop()
    },
  }
}

/** The language of the link, as on WeCom's own page; else the browser's. */
const localeOf = (c: Context) =>
  (c.req.query('lang') ?? c.req.header('accept-language'))?.toLowerCase().startsWith('en') ? 'en' : 'zh'

/** The server calls the simulator over HTTP, without the proxy that the environment may set for external hosts. */
function reachDirectly(host: string) {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const hosts = (process.env[name] ?? '').split(',').filter(Boolean)
    if (!hosts.includes(host)) process.env[name] = [...hosts, host].join(',')
  }
}
