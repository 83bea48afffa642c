import { nameSchemas, z } from '../zod'

export const LoginInput = z.object({
  username: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .meta({ examples: ['admin'] }),
  password: z.string().min(1).max(128),
  /** The text of the captcha picture, or the proof for its challenge. */
  code: z.string().max(256).nullish(),
  /** `id` of that captcha. */
  uuid: z.string().max(64).nullish(),
  /** Adds the answer of `GET /start` as `data`: the dashboard needs no second call. */
  start: z.boolean().optional(),
})
export type LoginInput = z.infer<typeof LoginInput>

/** Beside `data` in the envelope of every answer with a token. */
export const Ticket = z.object({
  token: z.string(),
  /** The end of the session, even if it is in use. */
  expire: z.iso.datetime({ offset: true }),
  /** The session also ends after this time without use. */
  idleSeconds: z.int().positive(),
  /** Set if another person chose the password. Until the user changes it, no other call is answered. */
  mustChangePassword: z.literal(true).optional(),
})
export type Ticket = z.infer<typeof Ticket>

export const RefreshInput = z.object({ token: z.string().min(1).max(256) })
export type RefreshInput = z.infer<typeof RefreshInput>

/**
 * An alternative to the picture. For each part from 0 to `count` - 1 the client computes a nonce of 32 bits. The
 * SHA-256 of salt (16 bytes, here in hex), part and nonce (4 bytes each, most significant first) must begin with
 * `bits` zero bits. The proof is the nonces in base 36, joined by dots.
 */
export const CaptchaChallenge = z.object({ salt: z.string(), bits: z.int(), count: z.int() })
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/**
 * `data` is the picture as a data URI. `enabled`: this address must solve one now. Otherwise `data` is empty and there
 * is no challenge.
 */
export const Captcha = z.object({
  id: z.string(),
  data: z.string(),
  enabled: z.boolean(),
  challenge: CaptchaChallenge.optional(),
})
export type Captcha = z.infer<typeof Captcha>

nameSchemas({ LoginInput, RefreshInput, CaptchaChallenge })
