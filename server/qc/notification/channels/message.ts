import type { DeliveryReason, NotificationEvent } from '#shared/qc/notification/events'

/** What is told of one event. */
export type Notice = {
  event: NotificationEvent | 'test'
  /** Unix milliseconds. */
  at: number
  /** One line. */
  text: string
  /** Absolute; undefined where no public address is set. */
  link: string | undefined
  /** The same for programs. */
  data: Readonly<Record<string, string | number | null>>
}

/** One message to one recipient, of one event or several. */
export type OutgoingMessage = {
  /** The same in every repetition. */
  id: string
  title: string
  notices: readonly Notice[]
}

/** `isFinal`: another attempt would end in the same way. */
type Failure = { isSent: false; reason: DeliveryReason; code?: number; isFinal: boolean }
export type Outcome = { isSent: true } | Failure

export const sent: Outcome = { isSent: true }
export const failed = (reason: DeliveryReason, code?: number): Failure => ({
  isSent: false,
  reason,
  isFinal: false,
  ...(code !== undefined && { code }),
})
export const refused = (reason: DeliveryReason, code?: number): Outcome => ({ ...failed(reason, code), isFinal: true })

/** The text of a message as e-mail and messengers show it. */
export const plainText = ({ notices }: OutgoingMessage): string =>
  notices.map(({ text, link }) => (link ? `${text}\n${link}` : text)).join('\n\n')
