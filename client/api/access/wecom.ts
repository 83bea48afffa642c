import type { Ticket } from '#shared/access/login'
import type {
  BindInput,
  Messenger,
  Proposal,
  ProposalInput,
  WecomQrCode,
  QrConfirm,
  QrLogin,
  QrPurpose,
  QrState,
} from '#shared/access/wecom'
import { read, request, requestEnvelope } from '../http'

/** Sign-in, and binding of an account, by a QR code scanned with WeCom. The caller handles failures. */
const QR = '/wechat/crop-qrcode'
const codes: Record<QrPurpose, string> = { 'sign-in': QR, bind: '/user/messenger/crop-qrcode' }

export const getQrCode = (purpose: QrPurpose, signal: AbortSignal) =>
  request<WecomQrCode>('GET', codes[purpose], { signal, failures: 'pass' })
export const getQrState = (state: string, signal: AbortSignal) =>
  request<QrState>('GET', `${QR}/${encodeURIComponent(state)}`, { signal, failures: 'pass' })
/** The answer of the phone. */
export const confirmQr = (input: QrConfirm) => request<null>('POST', `${QR}/confirm`, { body: input, failures: 'pass' })
export const qrLogin = (input: QrLogin) =>
  requestEnvelope<Ticket>('POST', `/api/v1${QR}/login`, { body: input, failures: 'pass' })

export const getMessenger = (signal: AbortSignal) => read<Messenger>('/user/messenger', signal)
/** The WeCom member who has answered; nothing is bound yet. */
export const proposeMessenger = (input: ProposalInput) =>
  request<Proposal>('POST', '/user/messenger/proposal', { body: input, failures: 'pass' })
export const bindMessenger = (input: BindInput) =>
  request<null>('POST', '/user/messenger', { body: input, failures: 'pass' })
export const unbindMessenger = (password: string) =>
  request<null>('DELETE', '/user/messenger', { body: { password }, failures: 'show' })
