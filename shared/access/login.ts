import { nameSchemas, z } from '../zod'

export const LoginInput = z.object({
  username: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .meta({ examples: ['admin'] }),
  password: z.string().min(1).max(128),
  /** What the captcha picture shows, or the proof that its challenge asks for. */
  code: z.string().max(256).nullish(),
  /** `id` of that captcha. */
  uuid: z.string().max(64).nullish(),
  /** Answers as `data` what `GET /start` answers, so that the dashboard needs no second call. */
  start: z.boolean().optional(),
})
export type LoginInput = z.infer<typeof LoginInput>

/** Beside `data` in the envelope of every answer that gives a token. */
export const Ticket = z.object({
  token: z.string(),
  /** When the session ends, however busy it is. */
  expire: z.iso.datetime({ offset: true }),
  /** It ends as well when it goes unused for so long. */
  idleSeconds: z.int().positive(),
  /** Said where the password was given by somebody else: nothing but choosing another is answered. */
  mustChangePassword: z.literal(true).optional(),
})
export type Ticket = z.infer<typeof Ticket>

export const RefreshInput = z.object({ token: z.string().min(1).max(256) })
export type RefreshInput = z.infer<typeof RefreshInput>

/**
 * What may be computed instead of reading the picture: for each part from 0 to `count` - 1 a nonce of 32 bits, so that
 * the SHA-256 of salt (16 bytes, here in hex), part and nonce (4 bytes each, most significant first) begins with `bits`
 * zero bits. The proof is the nonces in base 36, joined by dots.
 */
export const CaptchaChallenge = z.object({ salt: z.string(), bits: z.int(), count: z.int() })
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/**
 * `data` is the picture as a data URI. `enabled`: one must be solved now, from this address; else `data` is empty and
 * there is no challenge.
 */
export const Captcha = z.object({
  id: z.string(),
  data: z.string(),
  enabled: z.boolean(),
  challenge: CaptchaChallenge.optional(),
})
export type Captcha = z.infer<typeof Captcha>

nameSchemas({ LoginInput, RefreshInput, CaptchaChallenge })
