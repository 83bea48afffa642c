import { nameSchemas, z } from '../zod'
import { Id, Instant } from '../list/page'

/** The purpose of a QR code, valid for no other purpose. */
const qrPurposes = ['sign-in', 'bind'] as const
export type QrPurpose = (typeof qrPurposes)[number]

/** The data of a page with a QR code. */
export const WecomQrCode = z.object({
  /** The company in WeCom, and its application. */
  appId: z.string(),
  agentId: z.string(),
  /** The id of the attempt. Valid once, and only for the requesting browser. */
  state: z.string(),
  /** The address to which WeCom sends a member who agrees. */
  redirectUri: z.url(),
  expire: Instant,
  /** The content of the code: a link that WeCom opens on the phone. */
  url: z.url(),
  /** WeCom's own sign-in page for this computer. */
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

/** The state of an attempt. */
export const QrState = z.object({
  /** `gone`: unknown, used or too old. */
  status: z.enum(['waiting', 'confirmed', 'refused', 'gone']),
  /** The requesting browser is the one that the code was made for. */
  isOwn: z.boolean(),
  /** The code from the phone; only that browser receives it. */
  code: z.string().nullable(),
  purpose: z.enum(qrPurposes),
  /** The account for the binding; null for a sign-in. */
  account: z.object({ userName: z.string(), nickName: z.string() }).nullable(),
  /** The requesting computer, for the question on the phone; null if `gone`. */
  asked: z.object({ address: z.string(), browser: z.string(), os: z.string(), at: Instant }).nullable(),
})
export type QrState = z.infer<typeof QrState>

/** The phone's answer. A refusal needs no code. */
export const QrConfirm = z
  .object({ state: State, code: Code.optional(), isRefused: z.boolean().default(false) })
  .refine(({ code, isRefused }) => isRefused || code !== undefined, { path: ['code'], message: 'field.required' })
export type QrConfirm = z.input<typeof QrConfirm>

export const QrLogin = z.object({ state: State, code: Code })
export type QrLogin = z.infer<typeof QrLogin>

/** The binding of the caller's account to a member of the company in WeCom. */
export const Messenger = z.object({
  isEnabled: z.boolean(),
  memberId: z.string().nullable(),
  boundAt: Instant.nullable(),
})
export type Messenger = z.infer<typeof Messenger>

/** The code from the phone. */
export const ProposalInput = z.object({ state: State, code: Code })
export type ProposalInput = z.infer<typeof ProposalInput>

/** The member who answered, not bound yet. Waits for the operator until `expire`. */
export const Proposal = z.object({ memberId: z.string(), expire: Instant })
export type Proposal = z.infer<typeof Proposal>

/** The operator agrees to the proposed member of this attempt. */
export const BindInput = z.object({ state: State, password: Password })
export type BindInput = z.infer<typeof BindInput>

export const UnbindInput = z.object({ password: Password })
export type UnbindInput = z.infer<typeof UnbindInput>

/** Letters, digits and `_-@.`, as in WeCom. Letter case does not distinguish members. */
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
