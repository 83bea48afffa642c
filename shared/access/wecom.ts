import { nameSchemas, z } from '../zod'
import { Id, Instant } from '../list/page'

/** What a QR code is for; it serves nothing else. */
const qrPurposes = ['sign-in', 'bind'] as const
export type QrPurpose = (typeof qrPurposes)[number]

/** What a page needs to show a QR code. */
export const WecomQrCode = z.object({
  /** The company in WeCom, and its application. */
  appId: z.string(),
  agentId: z.string(),
  /** Names the attempt; serves once, and only the browser that asked. */
  state: z.string(),
  /** Where WeCom sends a member who has agreed. */
  redirectUri: z.url(),
  expire: Instant,
  /** What the code holds: a link that WeCom opens on the phone. */
  url: z.url(),
  /** WeCom's own sign-in page, for this computer. */
  loginUrl: z.url(),
})
export type WecomQrCode = z.infer<typeof WecomQrCode>

const State = z.string().min(1).max(128)
/** The one-time code of a member, at most 512 bytes long. */
const Code = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/)
const Password = z.string().min(1).max(128)

export const QrParam = z.object({ state: State })

/** How far an attempt is. */
export const QrState = z.object({
  /** `gone`: unknown, used or too old. */
  status: z.enum(['waiting', 'confirmed', 'refused', 'gone']),
  /** The asking browser is the one the code was made for. */
  isOwn: z.boolean(),
  /** What the phone handed over; answered to that browser only. */
  code: z.string().nullable(),
  purpose: z.enum(qrPurposes),
  /** The account that a member is to be bound to; null when it is for signing in. */
  account: z.object({ userName: z.string(), nickName: z.string() }).nullable(),
  /** The computer that asked, for the question on the phone; null when gone. */
  asked: z.object({ address: z.string(), browser: z.string(), os: z.string(), at: Instant }).nullable(),
})
export type QrState = z.infer<typeof QrState>

/** The phone's answer. To refuse, no code is needed. */
export const QrConfirm = z
  .object({ state: State, code: Code.optional(), isRefused: z.boolean().default(false) })
  .refine(({ code, isRefused }) => isRefused || code !== undefined, { path: ['code'], message: 'field.required' })
export type QrConfirm = z.input<typeof QrConfirm>

export const QrLogin = z.object({ state: State, code: Code })
export type QrLogin = z.infer<typeof QrLogin>

/** Whether one's own account is bound to a member of the company in WeCom. */
export const Messenger = z.object({
  isEnabled: z.boolean(),
  memberId: z.string().nullable(),
  boundAt: Instant.nullable(),
})
export type Messenger = z.infer<typeof Messenger>

/** What the phone handed over. */
export const ProposalInput = z.object({ state: State, code: Code })
export type ProposalInput = z.infer<typeof ProposalInput>

/** The member who has answered; bound to nobody yet. Waits for the operator until `expire`. */
export const Proposal = z.object({ memberId: z.string(), expire: Instant })
export type Proposal = z.infer<typeof Proposal>

/** The operator agrees to the member who was proposed for this attempt. */
export const BindInput = z.object({ state: State, password: Password })
export type BindInput = z.infer<typeof BindInput>

export const UnbindInput = z.object({ password: Password })
export type UnbindInput = z.infer<typeof UnbindInput>

/** Letters, figures and `_-@.`, as WeCom allows. Letter case does not tell members apart. */
const MEMBER_ID = /^[a-z\d][\w.@-]{0,63}$/i

/** An administrator binds a user to a member; an empty `memberId` unbinds. */
export const MessengerChange = z.object({
  userId: Id,
  memberId: z.string().trim().regex(MEMBER_ID, 'wecom.memberFormat').or(z.literal('')),
})
export type MessengerChange = z.infer<typeof MessengerChange>

nameSchemas({
  WecomQrCode,
  QrState,
  QrConfirm,
  QrLogin,
  Messenger,
  ProposalInput,
  Proposal,
  BindInput,
  UnbindInput,
  MessengerChange,
})
