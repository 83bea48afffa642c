import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { isPasswordUnlikeName, MIN_PASSWORD_LENGTH, NewPassword } from '#shared/access/password'

const yesNo = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
/** `always`, `never`, or the number of failed sign-ins after which one is asked for. */
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
const minutes = (fallback: number) => wholeNumber(1, 100_000).default(fallback)
const DAY_MS = 86_400_000
const days = (fallback: number) => wholeNumber(1, 36_500).default(fallback)
/** A number of files, megabytes or the like. */
const amount = (fallback: number, most: number) => wholeNumber(1, most).default(fallback)
/** So many in a minute, or `off`. */
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
const streams = (fallback: number) => wholeNumber(1, 50_000).default(fallback)

/** Every setting of the process: its environment name, its form and its default. */
const Environment = z.object({
  CALIPER_HOST: z.string().min(1).default('127.0.0.1'),
  CALIPER_PORT: wholeNumber(0, 65_535).default(3000),
  CALIPER_DATA_DIR: z.string().min(1).default('data'),
  CALIPER_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/name' })
    .optional(),
  CALIPER_DATABASE_CONNECTIONS: wholeNumber(2, 1000).optional(),
  CALIPER_ENVELOPE_STATUS: z.enum(['http', '200'], 'must be http or 200').default('http'),
  CALIPER_CAPTCHA: captcha,
  CALIPER_LOCALE: z.enum(['zh-CN', 'en-US', 'auto'], 'must be zh-CN, en-US or auto').default('zh-CN'),
  CALIPER_SESSION_IDLE_MINUTES: minutes(30),
  CALIPER_SESSION_MAX_MINUTES: minutes(720),
  CALIPER_LOGIN_LOG_DAYS: days(400),
  CALIPER_OPERA_LOG_DAYS: days(400),
  CALIPER_TRASH_DAYS: days(30),
  CALIPER_ADMIN_PASSWORD: NewPassword.refine(
    (password) => isPasswordUnlikeName({ username: 'admin', password }),
    'password.likeName',
  ).optional(),
  CALIPER_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every((address) => isIP(address)), 'must be IP addresses, separated by commas'),
  CALIPER_HTTPS: yesNo.default(false),
  CALIPER_PUBLIC_URL: webAddress
    .refine((address) => address.pathname === '/', 'must be a scheme and a host, without a path')
    .transform(({ origin }) => origin)
    .optional(),
  CALIPER_WECOM_CORP_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters and figures, as WeCom shows it')
    .optional(),
  CALIPER_WECOM_AGENT_ID: z
    .string()
    .regex(/^\d{1,16}$/, 'must be a number, as WeCom shows it')
    .optional(),
  CALIPER_WECOM_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, 'must be printable, without blanks')
    .optional(),
  CALIPER_WECOM_API_URL: webAddress
    .transform(({ origin, pathname }) => (origin + pathname).replace(/\/+$/, ''))
    .default('https://qyapi.weixin.qq.com'),
  CALIPER_WECOM_VERIFY: z
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
  CALIPER_WECOM_SIMULATOR: yesNo.optional(),
  CALIPER_PUBLIC_PER_MINUTE: perMinute(12_000),
  CALIPER_WRITES_PER_MINUTE: perMinute(3000),
  CALIPER_MAX_STREAMS: streams(5000),
  CALIPER_MAX_STREAMS_PER_USER: streams(20),
  CALIPER_LOG_REQUESTS: yesNo.default(true),
  CALIPER_LOG_DIR: z.string().min(1).optional(),
  CALIPER_LOG_FILE_MB: amount(20, 10_000),
  CALIPER_LOG_FILES: amount(30, 10_000),
  CALIPER_LOG_DAYS: days(30),
  CALIPER_BACKUP_LATE_HOURS: amount(48, 100_000),
  CALIPER_METRICS_PORT: wholeNumber(1, 65_535).optional(),
})
/** The names of all settings. */
export const settingNames = Object.keys(Environment.shape)
type Environment = z.infer<typeof Environment>

export type Mode = 'production' | 'demo' | 'ephemeral' | 'development'

export type Settings = {
  mode: Mode
  host: string
  /** 0 takes a free one. */
  port: number
  /** Absolute path of the folder that holds the database. */
  dataDir: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  /** To PostgreSQL, for requests; as many as usual where nothing is said. */
  databaseConnections: number | undefined
  /** `'200'`: JSON answers are HTTP 200 whatever their code, as older clients of this API family expect. */
  envelopeStatus: 'http' | '200'
  /** When a captcha is asked for at sign-in; `after` so many failures from the same network. */
  captcha: 'always' | 'never' | { after: number }
  /** What pages speak until an operator has chosen; `auto` goes by the browser. */
  locale: 'zh-CN' | 'en-US' | 'auto'
  /** A session ends after this time without a request. */
  sessionIdleMs: number
  /** A session ends after this time in any case. */
  sessionMaxMs: number
  /** Entries of the sign-in log are forgotten after this time. */
  loginLogMs: number
  /** Entries of the operation log. */
  operationLogMs: number
  /** Deleted records that can be brought back. */
  trashMs: number
  /** In characters; what is set from now on must have so many. */
  minPasswordLength: number
  /** A password that somebody else has set signs in for so long, unless its user chooses another. */
  initialPasswordMs: number
  /** Whoever signs a record gives their password again. */
  signaturePassword: boolean
  /** Authors may review and approve records of their own, where there is nobody else. */
  selfReview: boolean
  /** Values measured with equipment past its calibration date are refused, not only marked. */
  blockOverdueGauge: boolean
  adminPassword: string | undefined
  /** Addresses whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The product is reached over HTTPS, through a proxy in front of it. */
  https: boolean
  logRequests: boolean
  /** Where the log is kept beside standard error; `undefined` where it is not. */
  logFile: { dir: string; maxBytes: number; maxFiles: number; maxAgeMs: number } | undefined
  /** From this age on, the newest backup is old. */
  backupLateMs: number
  /** Of this machine alone, where nothing but figures is served, without a session. */
  metricsPort: number | undefined
  /** Calls of each public route from one network, and writes of one session; `undefined` where they are not bounded. */
  publicPerMinute: number | undefined
  writesPerMinute: number | undefined
  /** Windows and screens that are told live what happens: all together, and those of one user or display. */
  maxStreams: number
  maxStreamsPerUser: number
  /** Scheme and host under which phones reach the product. */
  publicUrl: string | undefined
  /** Signing in with WeCom; undefined when it is not set up. */
  wecom: WecomSettings | undefined
  /** The file at the root by which WeCom sees that the domain is ours. */
  wecomFile: { name: string; content: string } | undefined
  /** A stand-in for WeCom, for demos and tests. */
  wecomSimulator: boolean
}

export type WecomSettings = {
  /** The company, its application, and that application's secret. */
  corpId: string
  agentId: string
  secret: string
  /** Where the server asks; without a slash at the end. */
  apiUrl: string
  /** What WeCom opens on a phone, and its sign-in page for computers. */
  authorizeUrl: string
  loginUrl: string
  /** The simulator answers, which lets anybody be anyone. */
  isSimulated?: boolean
  /** For tests: how long calls are waited for. */
  patience?: Patience
}

/** Milliseconds: for one call, for everything that a code takes, and the pauses before a call is made again. */
export type Patience = { callMs: number; totalMs: number; pausesMs: readonly number[] }

/** Says everything that is wrong with the environment, one fault a line. */
export class SettingsError extends Error {}

/**
 * Reads the settings; the only reader of the environment. `given` is what a command decides by itself.
 * @throws SettingsError listing every fault, names that start with CALIPER_ and mean nothing included
 */
export function readSettings(
  source: Record<string, string | undefined> = process.env,
  given: Partial<Settings> = {},
): Settings {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const unknown = Object.keys(filled).filter((name) => name.startsWith('CALIPER_') && !settingNames.includes(name))
  const result = Environment.safeParse(filled)
  const mode = given.mode ?? 'production'
  const faults = [
    ...(result.error?.issues ?? []).map(
      (issue) => `${issue.path.join('.')}: ${isTextKey(issue.message) ? text('en', issue.message) : issue.message}`,
    ),
    ...unknown.map((name) => `${name}: there is no such setting`),
    ...(result.success ? wecomFaults(result.data, mode) : []),
    ...(result.success ? portFaults(result.data, given.port) : []),
  ]
  if (!result.success || faults.length > 0) throw new SettingsError(`Settings are not valid:\n  ${faults.join('\n  ')}`)
  const env = result.data
  return {
    mode,
    host: env.CALIPER_HOST,
    port: env.CALIPER_PORT,
    dataDir: resolve(env.CALIPER_DATA_DIR),
    databaseUrl: env.CALIPER_DATABASE_URL,
    databaseConnections: env.CALIPER_DATABASE_CONNECTIONS,
    envelopeStatus: env.CALIPER_ENVELOPE_STATUS,
    captcha: env.CALIPER_CAPTCHA,
    locale: env.CALIPER_LOCALE,
    sessionIdleMs: env.CALIPER_SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: env.CALIPER_SESSION_MAX_MINUTES * 60_000,
    loginLogMs: env.CALIPER_LOGIN_LOG_DAYS * DAY_MS,
    operationLogMs: env.CALIPER_OPERA_LOG_DAYS * DAY_MS,
    trashMs: env.CALIPER_TRASH_DAYS * DAY_MS,
    minPasswordLength: MIN_PASSWORD_LENGTH,
    initialPasswordMs: 72 * 3_600_000,
    signaturePassword: true,
    selfReview: false,
    blockOverdueGauge: false,
    adminPassword: env.CALIPER_ADMIN_PASSWORD,
    trustedProxies: env.CALIPER_TRUSTED_PROXIES,
    https: env.CALIPER_HTTPS,
    logRequests: env.CALIPER_LOG_REQUESTS,
    logFile: logFileOf(env, mode),
    backupLateMs: env.CALIPER_BACKUP_LATE_HOURS * 3_600_000,
    metricsPort: env.CALIPER_METRICS_PORT,
    publicPerMinute: env.CALIPER_PUBLIC_PER_MINUTE,
    writesPerMinute: env.CALIPER_WRITES_PER_MINUTE,
    maxStreams: env.CALIPER_MAX_STREAMS,
    maxStreamsPerUser: env.CALIPER_MAX_STREAMS_PER_USER,
    publicUrl: env.CALIPER_PUBLIC_URL,
    wecom: wecomOf(env),
    wecomFile: env.CALIPER_WECOM_VERIFY,
    wecomSimulator: isForTrying(mode) && !hasWecom(env) && env.CALIPER_WECOM_SIMULATOR !== false,
    ...given,
  }
}

const portFaults = ({ CALIPER_METRICS_PORT: figures, CALIPER_PORT }: Environment, port = CALIPER_PORT) =>
  figures === port ? ['CALIPER_METRICS_PORT: must be another than CALIPER_PORT'] : []

/** Production keeps its log with the data, unless it is told otherwise; what is only tried out keeps none. */
function logFileOf(env: Environment, mode: Mode): Settings['logFile'] {
  const byDefault = mode === 'production' ? join(env.CALIPER_DATA_DIR, 'logs') : 'off'
  const dir = env.CALIPER_LOG_DIR ?? byDefault
  if (dir === 'off') return undefined
  return {
    dir: resolve(dir),
    maxBytes: env.CALIPER_LOG_FILE_MB * 1024 * 1024,
    maxFiles: env.CALIPER_LOG_FILES,
    maxAgeMs: env.CALIPER_LOG_DAYS * DAY_MS,
  }
}

const isForTrying = (mode: Mode) => mode === 'demo' || mode === 'ephemeral'

const wecomNames = ['CALIPER_WECOM_CORP_ID', 'CALIPER_WECOM_AGENT_ID', 'CALIPER_WECOM_SECRET'] as const
const hasWecom = (env: Environment) => wecomNames.some((name) => env[name] !== undefined)

function wecomOf(env: Environment): WecomSettings | undefined {
  const [corpId, agentId, secret] = wecomNames.map((name) => env[name])
  if (!corpId || !agentId || !secret) return undefined
  return {
    corpId,
    agentId,
    secret,
    apiUrl: env.CALIPER_WECOM_API_URL,
    authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    loginUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
  }
}

/** What does not go together. The simulator lets anybody be anyone, so nothing but a demo or a test may know it. */
function wecomFaults(env: Environment, mode: Mode): string[] {
  const faults: string[] = []
  const missing = wecomNames.filter((name) => env[name] === undefined)
  if (hasWecom(env)) {
    for (const name of missing) faults.push(`${name}: is needed with the other settings of WeCom`)
    if (!env.CALIPER_PUBLIC_URL && !isForTrying(mode)) {
      faults.push('CALIPER_PUBLIC_URL: is needed for WeCom, which leads phones back to it')
    }
    if (env.CALIPER_WECOM_SIMULATOR) faults.push('CALIPER_WECOM_SIMULATOR: cannot be on beside a real WeCom')
  }
  if (isForTrying(mode)) return faults
  if (env.CALIPER_WECOM_SIMULATOR) {
    faults.push('CALIPER_WECOM_SIMULATOR: lets anybody sign in as anyone; only the demo may have it on')
  }
  const { protocol, pathname } = new URL(env.CALIPER_WECOM_API_URL)
  if (protocol !== 'https:') faults.push('CALIPER_WECOM_API_URL: must be https, the secret travels there')
  if (/^\/+simulator(\/|$)/i.test(pathname)) {
    faults.push('CALIPER_WECOM_API_URL: leads to a simulator, which lets anybody sign in as anyone')
  }
  return faults
}
