import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { isPasswordUnlikeName, NewPassword } from '#shared/schemas/setup'

const yesNo = z.enum(['on', 'off']).transform((value) => value === 'on')
const minutes = (fallback: number) => z.coerce.number().int().min(1).max(100_000).default(fallback)

/** Every setting of the process: its environment name, its form and its default. */
const Environment = z.object({
  CALIPER_HOST: z.string().min(1).default('127.0.0.1'),
  CALIPER_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  CALIPER_DATA_DIR: z.string().min(1).default('data'),
  CALIPER_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CALIPER_ENVELOPE_STATUS: z.enum(['http', '200']).default('http'),
  CALIPER_CAPTCHA: z.enum(['always', 'never']).default('always'),
  CALIPER_SESSION_IDLE_MINUTES: minutes(30),
  CALIPER_SESSION_MAX_MINUTES: minutes(720),
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
  CALIPER_LOG_REQUESTS: yesNo.default(true),
})
const names = Object.keys(Environment.shape)

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
  /** `'200'`: JSON answers are HTTP 200 whatever their code, as older clients of this API family expect. */
  envelopeStatus: 'http' | '200'
  captcha: 'always' | 'never'
  /** A session ends after this time without a request. */
  sessionIdleMs: number
  /** A session ends after this time in any case. */
  sessionMaxMs: number
  adminPassword: string | undefined
  /** Addresses whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The product is reached over HTTPS, through a proxy in front of it. */
  https: boolean
  logRequests: boolean
}

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
  const unknown = Object.keys(filled).filter((name) => name.startsWith('CALIPER_') && !names.includes(name))
  const result = Environment.safeParse(filled)
  const faults = [
    ...(result.error?.issues ?? []).map(
      (issue) => `${issue.path.join('.')}: ${isTextKey(issue.message) ? text('en', issue.message) : issue.message}`,
    ),
    ...unknown.map((name) => `${name}: there is no such setting`),
  ]
  if (!result.success || faults.length > 0) throw new SettingsError(`Settings are not valid:\n  ${faults.join('\n  ')}`)
  const env = result.data
  return {
    mode: 'production',
    host: env.CALIPER_HOST,
    port: env.CALIPER_PORT,
    dataDir: resolve(env.CALIPER_DATA_DIR),
    databaseUrl: env.CALIPER_DATABASE_URL,
    envelopeStatus: env.CALIPER_ENVELOPE_STATUS,
    captcha: env.CALIPER_CAPTCHA,
    sessionIdleMs: env.CALIPER_SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: env.CALIPER_SESSION_MAX_MINUTES * 60_000,
    adminPassword: env.CALIPER_ADMIN_PASSWORD,
    trustedProxies: env.CALIPER_TRUSTED_PROXIES,
    https: env.CALIPER_HTTPS,
    logRequests: env.CALIPER_LOG_REQUESTS,
    ...given,
  }
}
