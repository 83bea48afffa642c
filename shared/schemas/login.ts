import { z } from '../zod'

export const LoginInput = z.object({
  username: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .meta({ examples: ['admin'] }),
  password: z.string().min(1).max(128),
  /** What the captcha picture shows. */
  code: z.string().max(16).nullish(),
  /** `id` of that picture. */
  uuid: z.string().max(64).nullish(),
})
export type LoginInput = z.infer<typeof LoginInput>

/** Stands beside `data` in the envelope of whatever gives a token. */
export const Ticket = z.object({
  token: z.string(),
  /** When the session ends, however busy it is. */
  expire: z.iso.datetime({ offset: true }),
  /** It ends as well when it goes unused for so long. */
  idleSeconds: z.int().positive(),
})
export type Ticket = z.infer<typeof Ticket>

export const RefreshInput = z.object({ token: z.string().min(1).max(256) })
export type RefreshInput = z.infer<typeof RefreshInput>

/** `data` is the picture as a data URI; when captchas are off it is empty and `enabled` false. */
export const Captcha = z.object({ id: z.string(), data: z.string(), enabled: z.boolean() })
export type Captcha = z.infer<typeof Captcha>
