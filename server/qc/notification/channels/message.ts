import type { DeliveryReason, NotificationEvent } from '#shared/qc/notification/events'

/** The notice of one event. */
export type Notice = {
  event: NotificationEvent | 'test'
  /** Unix milliseconds. */
  at: number
  /** The same by the clock of the product line: `2026-11-20 10:42`. */
  time: string
  /** One line. */
  text: string
  /** Absolute; undefined where no public address is set. */
  link: string | undefined
  /** The notice in fields, for programs. */
  data: Readonly<Record<string, string | number | null>>
}

/** A message to one recipient about one or several events. */
export type OutgoingMessage = {
  /** The same in every retry. */
  id: string
  title: string
  notices: readonly Notice[]
}

/** `isFinal`: a retry would have the same result. */
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

/** The text of a message for e-mail and messengers. */
export const plainText = ({ notices }: OutgoingMessage): string =>
  notices.map(({ time, text, link }) => `${time} ${text}${link ? `\n${link}` : ''}`).join('\n\n')
