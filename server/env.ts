import { DAY_MS, HOUR_MS } from '#shared/durations'
import { isIP, isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { isPasswordUnlikeName, NewPassword } from '#shared/access/password'
import { MIN_PASSWORD_LENGTH } from '#shared/constants'
import { isOrigin } from '#shared/origin'

const yesNo = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
/** `always`, `never`, or the number of failed sign-ins after which a captcha is required. */
const captcha = z
  .string()
  .default('always')
  .transform((value, context) => {
    if (value === 'always' || value === 'never') return value
    if (/^([1-9]|1\d|20)$/.test(value)) return { after: Number(value) }
    context.addIssue('must be always, never, or a number from 1 to 20')
    return z.NEVER
  })
/** An http(s) address without credentials, query and fragment. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://caliper.example.com' })
  .transform((address) => new URL(address))
  .refine(
    ({ username, password, search, hash }) => username + password + search + hash === '',
    'must be a plain address',
  )
function wholeNumber(least: number, most: number) {
  const form = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(form).int(form).min(least, form).max(most, form)
}
/** The parts of a comma-separated list. */
const parts = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const minutes = (fallback: number) =>
  wholeNumber(1, 100_000)
    .default(fallback)
    .transform((count) => count * 60_000)
const days = (fallback: number) =>
  wholeNumber(1, 36_500)
    .default(fallback)
    .transform((count) => count * DAY_MS)
/** A number of files, megabytes or the like. */
const amount = (fallback: number, most: number) => wholeNumber(1, most).default(fallback)
/** Number per minute, or `off`. */
const perMinute = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((value, context) => {
      if (value === 'off') return undefined
      if (/^\d{2,7}$/.test(value) && Number(value) >= 60) return Number(value)
      context.addIssue('must be off, or a whole number from 60 to 9999999')
      return z.NEVER
    })

/** True for an address, or one with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  if (!isIP(address) || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIPv4(address) ? 32 : 128))
}

/** A setting: its name in the environment, its form and its default. */
const setting = <Form extends z.ZodType>(name: `CALIPER_${string}`, form: Form) => ({ name, form })

/** The settings from the environment. Times are milliseconds. */
const declared = {
  host: setting('CALIPER_HOST', z.string().min(1).default('127.0.0.1')),
  /** 0 takes a free port. */
  port: setting('CALIPER_PORT', wholeNumber(0, 65_535).default(3000)),
  /** Absolute path of the folder with the database. */
  dataDir: setting(
    'CALIPER_DATA_DIR',
    z
      .string()
      .min(1)
      .default('data')
      .transform((path) => resolve(path)),
  ),
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: setting(
    'CALIPER_DATABASE_URL',
    z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/name' })
      .optional(),
  ),
  /** Connections to PostgreSQL for requests; undefined: the default. */
  databaseConnections: setting('CALIPER_DATABASE_CONNECTIONS', wholeNumber(2, 1000).optional()),
  /** `'200'`: JSON answers are HTTP 200 whatever their code, for older clients of this API family. */
  envelopeStatus: setting('CALIPER_ENVELOPE_STATUS', z.enum(['http', '200'], 'must be http or 200').default('http')),
  /** When a sign-in needs a captcha; `after` this number of failures from the same network. */
  captcha: setting('CALIPER_CAPTCHA', captcha),
  /** The language of pages until an operator has chosen one; `auto` uses that of the browser. */
  locale: setting(
    'CALIPER_LOCALE',
    z.enum(['zh-CN', 'en-US', 'auto'], 'must be zh-CN, en-US or auto').default('zh-CN'),
  ),
  /** A session ends after this time without a request. */
  sessionIdleMs: setting('CALIPER_SESSION_IDLE_MINUTES', minutes(30)),
  /** A session ends after this time in any case. */
  sessionMaxMs: setting('CALIPER_SESSION_MAX_MINUTES', minutes(720)),
  /** Entries of the sign-in log are deleted after this time. */
  loginLogMs: setting('CALIPER_LOGIN_LOG_DAYS', days(400)),
  /** Entries of the operation log are deleted after this time. */
  operationLogMs: setting('CALIPER_OPERA_LOG_DAYS', days(400)),
  /** Deleted records can be restored for this time. */
  trashMs: setting('CALIPER_TRASH_DAYS', days(30)),
  adminPassword: setting(
    'CALIPER_ADMIN_PASSWORD',
    NewPassword.refine(
      (password) => isPasswordUnlikeName({ username: 'admin', password }),
      'password.likeName',
    ).optional(),
  ),
  /** Addresses whose X-Forwarded-For is trusted. */
  trustedProxies: setting(
    'CALIPER_TRUSTED_PROXIES',
    z
      .string()
      .default('')
      .transform(parts)
      .refine((list) => list.every((address) => isIP(address)), 'must be IP addresses, separated by commas'),
  ),
  /** The product is reached over HTTPS, through a proxy in front of it. */
  https: setting('CALIPER_HTTPS', yesNo.default(false)),
  /** Scheme and host with which phones reach the product. */
  publicUrl: setting(
    'CALIPER_PUBLIC_URL',
    webAddress
      .refine((address) => address.pathname === '/', 'must be a scheme and a host, without a path')
      .transform(({ origin }) => origin)
      .optional(),
  ),
  /** Origins of other front ends, whose pages may call the API with a token. */
  allowedOrigins: setting(
    'CALIPER_ALLOWED_ORIGINS',
    z
      .string()
      .default('')
      .transform(parts)
      .refine(
        (list) => list.every(isOrigin),
        'must be origins such as https://app.example.com, without a path, separated by commas',
      ),
  ),
  wecomCorpId: setting(
    'CALIPER_WECOM_CORP_ID',
    z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be letters and figures, as WeCom shows it')
      .optional(),
  ),
  wecomAgentId: setting(
    'CALIPER_WECOM_AGENT_ID',
    z
      .string()
      .regex(/^\d{1,16}$/, 'must be a number, as WeCom shows it')
      .optional(),
  ),
  wecomSecret: setting(
    'CALIPER_WECOM_SECRET',
    z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, 'must be printable, without blanks')
      .optional(),
  ),
  wecomApiUrl: setting(
    'CALIPER_WECOM_API_URL',
    webAddress
      .transform(({ origin, pathname }) => (origin + pathname).replace(/\/+$/, ''))
      .default('https://qyapi.weixin.qq.com'),
  ),
  /** The file at the root with which WeCom verifies the domain. */
  wecomFile: setting(
    'CALIPER_WECOM_VERIFY',
    z
      .string()
      .regex(
        /^WW_verify_[A-Za-z\d]{1,64}\.txt(:[\w-]{1,128})?$/,
        'must be the name of the file that WeCom offers, such as WW_verify_Ab12Cd34.txt',
      )
      .transform((file) => {
        const [name = '', content = name.slice('WW_verify_'.length, -'.txt'.length)] = file.split(':')
        return { name, content }
      })
      .optional(),
  ),
  wecomSimulator: setting('CALIPER_WECOM_SIMULATOR', yesNo.optional()),
  smtpHost: setting(
    'CALIPER_SMTP_HOST',
    z
      .string()
      .regex(/^[\w.:-]{1,255}$/, 'must be a host name')
      .optional(),
  ),
  smtpPort: setting('CALIPER_SMTP_PORT', wholeNumber(1, 65_535).default(587)),
  /** `starttls`: mail is refused without it; `tls`: from the first byte; `off`: no encryption, and no credentials. */
  smtpTls: setting(
    'CALIPER_SMTP_TLS',
    z.enum(['starttls', 'tls', 'off'], 'must be starttls, tls or off').default('starttls'),
  ),
  smtpUser: setting('CALIPER_SMTP_USER', z.string().max(255).optional()),
  smtpPassword: setting('CALIPER_SMTP_PASSWORD', z.string().max(1024).optional()),
  /** The sender of e-mail: an address. */
  smtpFrom: setting('CALIPER_SMTP_FROM', z.email('must be an e-mail address').optional()),
  /** Allowed hosts of webhooks, each with a port if it is not the default of the scheme. */
  webhookHosts: setting(
    'CALIPER_WEBHOOK_HOSTS',
    z
      .string()
      .default('')
      .transform((list) => parts(list.toLowerCase()))
      .refine(
        (list) => list.every((host) => /^(?!\[)[a-z\d.-]{1,255}(:\d{1,5})?$/.test(host)),
        'must be hosts such as hooks.example.com or erp.example.com:8443, separated by commas',
      ),
  ),
  /** Allowed networks inside of the plant for webhooks. Other loopback, link-local and private ones are refused. */
  webhookNetworks: setting(
    'CALIPER_WEBHOOK_NETWORKS',
    z
      .string()
      .default('')
      .transform(parts)
      .refine((list) => list.every(isNetwork), 'must be networks such as 10.1.0.0/16, separated by commas'),
  ),
  /** The secret from which the signing key of each host is derived. */
  webhookSecret: setting(
    'CALIPER_WEBHOOK_SECRET',
    z
      .string()
      .regex(/^[\x21-\x7e]{32,256}$/, 'must be 32 characters or more, printable and without blanks')
      .optional(),
  ),
  /** Calls of each public route from one network; `undefined`: no limit. */
  publicPerMinute: setting('CALIPER_PUBLIC_PER_MINUTE', perMinute(12_000)),
  /** Writes of one session; `undefined`: no limit. */
  writesPerMinute: setting('CALIPER_WRITES_PER_MINUTE', perMinute(3000)),
  /** Maximum of connections to the live feed, of windows and screens together. */
  maxStreams: setting('CALIPER_MAX_STREAMS', amount(5000, 50_000)),
  /** Maximum of connections per user or display. */
  maxStreamsPerUser: setting('CALIPER_MAX_STREAMS_PER_USER', amount(20, 50_000)),
  logRequests: setting('CALIPER_LOG_REQUESTS', yesNo.default(true)),
  logDir: setting('CALIPER_LOG_DIR', z.string().min(1).optional()),
  logFileMb: setting('CALIPER_LOG_FILE_MB', amount(20, 10_000)),
  logFiles: setting('CALIPER_LOG_FILES', amount(30, 10_000)),
  logMs: setting('CALIPER_LOG_DAYS', days(30)),
  /** From this age on, the newest backup is old. */
  backupLateMs: setting(
    'CALIPER_BACKUP_LATE_HOURS',
    amount(48, 100_000).transform((hours) => hours * HOUR_MS),
  ),
  /** A port of this machine only, which serves only figures, without a session. */
  metricsPort: setting('CALIPER_METRICS_PORT', wholeNumber(1, 65_535).optional()),
}
type Declared = { [Name in keyof typeof declared]: z.output<(typeof declared)[Name]['form']> }

const Environment = z.object(Object.fromEntries(Object.values(declared).map(({ name, form }) => [name, form])))

/** The names of all settings. */
export const settingNames = Object.keys(Environment.shape)

export type Mode = 'production' | 'demo' | 'ephemeral' | 'development'

export type Settings = Omit<
  Declared,
  | 'wecomCorpId'
  | 'wecomAgentId'
  | 'wecomSecret'
  | 'wecomApiUrl'
  | `smtp${string}`
  | `webhook${string}`
  | 'logDir'
  | 'logFileMb'
  | 'logFiles'
  | 'logMs'
> & {
  mode: Mode
  /** Minimum of characters of new passwords. */
  minPasswordLength: number
  /** Time for which a password set by somebody else is valid, unless its user chooses another. */
  initialPasswordMs: number
  /** Signing a record needs the password again. */
  signaturePassword: boolean
  /** Time for which a signature's password is valid for further signatures of the session; 0: each needs it. */
  signatureSeriesMs: number
  /** Authors may review and approve their own records, where there is nobody else. */
  selfReview: boolean
  /** Values measured with equipment past its calibration date are refused, not only marked. */
  blockOverdueGauge: boolean
  /** Number of photos per record, bytes per photo, and bytes of all photos. */
  photosPerRecord: number
  photoBytes: number
  photoStorageBytes: number
  /** Target of the first-pass yield, in percent; 0: no target. */
  yieldTarget: number
  /** The log file beside standard error; `undefined`: none. */
  logFile: { dir: string; maxBytes: number; maxFiles: number; maxAgeMs: number } | undefined
  /** Signing in with WeCom; undefined if not set up. */
  wecom: WecomSettings | undefined
  /** The simulator of WeCom, for demos and tests. */
  wecomSimulator: boolean
  /** Sending e-mail; undefined if not set up. */
  smtp: SmtpSettings | undefined
  /** Sending webhooks; undefined if not set up. */
  webhook: WebhookSettings | undefined
}

export type SmtpSettings = {
  host: string
  port: number
  tls: 'starttls' | 'tls' | 'off'
  credentials: { user: string; password: string } | undefined
  from: string
  /** For tests: a trusted certificate beside those of the system. */
  ca?: string
}

export type WebhookSettings = {
  /** `host` or `host:port`, in lower case. */
  hosts: readonly string[]
  /** Allowed networks of loopback, link-local or private addresses. */
  networks: readonly string[]
  secret: string
}

export type WecomSettings = {
  /** The company, its application, and that application's secret. */
  corpId: string
  agentId: string
  secret: string
  /** The URL of WeCom's API; without a slash at the end. */
  apiUrl: string
  /** The page that WeCom opens on a phone, and its sign-in page for computers. */
  authorizeUrl: string
  loginUrl: string
  /** The simulator answers, with which anybody can sign in as anyone. */
  isSimulated?: boolean
  /** For tests: time limits of calls. */
  patience?: Patience
}

/** Milliseconds: for one call, for all calls of a code, and the pauses before a call is repeated. */
export type Patience = { callMs: number; totalMs: number; pausesMs: readonly number[] }

/** All faults of the environment, one per line. */
export class SettingsError extends Error {}

/**
 * Reads the settings; the only reader of the environment. `given` are settings made by a command.
 * @throws SettingsError with every fault, including unknown names that start with CALIPER_
 */
export function readSettings(
  source: Record<string, string | undefined> = process.env,
  given: Partial<Settings> = {},
): Settings {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const unknown = Object.keys(filled).filter((name) => name.startsWith('CALIPER_') && !settingNames.includes(name))
  const { data, error } = Environment.safeParse(filled)
  const mode = given.mode ?? 'production'
  const named = Object.entries(declared).map(([name, setting]) => [name, data?.[setting.name]])
  const env = Object.fromEntries(named) as Declared // each as its form has read it
  const faults = [
    ...(error?.issues ?? []).map(
      (issue) => `${issue.path.join('.')}: ${isTextKey(issue.message) ? text('en', issue.message) : issue.message}`,
    ),
    ...unknown.map((name) => `${name}: there is no such setting`),
    ...(data ? [...wecomFaults(env, mode), ...notificationFaults(env, mode)] : []),
    ...(data && env.metricsPort === (given.port ?? env.port) ? [SAME_PORT] : []),
    ...(data && env.sessionIdleMs > env.sessionMaxMs ? [idleBeyond(env.sessionMaxMs)] : []),
    ...(isTimeZone(filled['TZ']) ? [] : ['TZ: must be the name of a time zone, such as Asia/Shanghai']),
  ]
  if (faults.length > 0) throw new SettingsError(`Settings are not valid:\n  ${faults.join('\n  ')}`)
  const { wecomCorpId, wecomAgentId, wecomSecret, wecomApiUrl, logDir, logFileMb, logFiles, logMs, ...others } = env
  const { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom, ...rest } = others
  const { webhookHosts, webhookNetworks, webhookSecret, ...settings } = rest
  const logs = logDir ?? (mode === 'production' ? join(env.dataDir, 'logs') : 'off')
  return {
    ...settings,
    mode,
    minPasswordLength: MIN_PASSWORD_LENGTH,
    initialPasswordMs: 72 * HOUR_MS,
    signaturePassword: true,
    signatureSeriesMs: 0,
    selfReview: false,
    blockOverdueGauge: false,
    photosPerRecord: 20,
    photoBytes: 2 * 1024 * 1024,
    photoStorageBytes: 10 * 1024 ** 3,
    yieldTarget: 0,
    logFile:
      logs === 'off'
        ? undefined
        : { dir: resolve(logs), maxBytes: logFileMb * 1024 * 1024, maxFiles: logFiles, maxAgeMs: logMs },
    wecom:
      wecomCorpId && wecomAgentId && wecomSecret
        ? {
            corpId: wecomCorpId,
            agentId: wecomAgentId,
            secret: wecomSecret,
            apiUrl: wecomApiUrl,
            authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
            loginUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
          }
        : undefined,
    wecomSimulator: isForTrying(mode) && !hasWecom(env) && env.wecomSimulator !== false,
    smtp:
      smtpHost && smtpFrom
        ? {
            host: smtpHost,
            port: smtpPort,
            tls: smtpTls,
            credentials: smtpUser && smtpPassword ? { user: smtpUser, password: smtpPassword } : undefined,
            from: smtpFrom,
          }
        : undefined,
    webhook: webhookSecret ? { hosts: webhookHosts, networks: webhookNetworks, secret: webhookSecret } : undefined,
    ...given,
  }
}

const SAME_PORT = 'CALIPER_METRICS_PORT: must be another than CALIPER_PORT'
const idleBeyond = (maxMs: number) =>
  `CALIPER_SESSION_IDLE_MINUTES: must not be more than CALIPER_SESSION_MAX_MINUTES, which is ${maxMs / 60_000}`

/** The runtime takes any other name for UTC, without a word. */
function isTimeZone(name: string | undefined): boolean {
  try {
    return Boolean(new Date(0).toLocaleString('en', { timeZone: name?.replace(/^:/, '') }))
  } catch {
    return false
  }
}

const isForTrying = (mode: Mode) => mode === 'demo' || mode === 'ephemeral'

const wecomNames = ['wecomCorpId', 'wecomAgentId', 'wecomSecret'] as const
const hasWecom = (env: Declared) => wecomNames.some((name) => env[name] !== undefined)

/** Faults of combined settings. The simulator lets anybody be anyone, so only demos and tests may use it. */
function wecomFaults(env: Declared, mode: Mode): string[] {
  const faults: string[] = []
  if (hasWecom(env)) {
    const missing = wecomNames.filter((name) => env[name] === undefined)
    for (const name of missing) faults.push(`${declared[name].name}: is needed with the other settings of WeCom`)
    if (!env.publicUrl && !isForTrying(mode)) {
      faults.push('CALIPER_PUBLIC_URL: is needed for WeCom, which leads phones back to it')
    }
    if (env.wecomSimulator) faults.push('CALIPER_WECOM_SIMULATOR: cannot be on beside a real WeCom')
  }
  if (isForTrying(mode)) return faults
  if (env.wecomSimulator) {
    faults.push('CALIPER_WECOM_SIMULATOR: lets anybody sign in as anyone; only the demo may have it on')
  }
  const { protocol, pathname } = new URL(env.wecomApiUrl)
  if (protocol !== 'https:') faults.push('CALIPER_WECOM_API_URL: must be https, the secret travels there')
  if (/^\/+simulator(\/|$)/i.test(pathname)) {
    faults.push('CALIPER_WECOM_API_URL: leads to a simulator, which lets anybody sign in as anyone')
  }
  return faults
}

/** Faults of combined settings of e-mail and webhooks. */
function notificationFaults(env: Declared, mode: Mode): string[] {
  const faults: string[] = []
  const { smtpHost, smtpFrom, smtpUser, smtpPassword, smtpTls, webhookHosts, webhookNetworks, webhookSecret } = env
  if ((smtpHost === undefined) !== (smtpFrom === undefined)) {
    faults.push('CALIPER_SMTP_HOST, CALIPER_SMTP_FROM: each needs the other')
  }
  if ((smtpUser === undefined) !== (smtpPassword === undefined)) {
    faults.push('CALIPER_SMTP_USER, CALIPER_SMTP_PASSWORD: each needs the other')
  }
  if (smtpUser !== undefined && smtpTls === 'off') {
    faults.push('CALIPER_SMTP_TLS: must not be off, the password travels there')
  }
  if (webhookHosts.length > 0 && webhookSecret === undefined) {
    faults.push('CALIPER_WEBHOOK_SECRET: is needed with CALIPER_WEBHOOK_HOSTS')
  }
  if (webhookNetworks.length > 0 && webhookHosts.length === 0) {
    faults.push('CALIPER_WEBHOOK_NETWORKS: is of use with CALIPER_WEBHOOK_HOSTS alone')
  }
  const isSending = smtpHost !== undefined || webhookHosts.length > 0
  if (isSending && !env.publicUrl && !isForTrying(mode)) {
    faults.push('CALIPER_PUBLIC_URL: is needed for notifications, whose links lead to it')
  }
  return faults
}
