import type { SmtpSettings } from '../../../env'
import { codeOf } from '../../../platform/log/reason'
import { failed, plainText, refused, sent, type Outcome, type OutgoingMessage } from './message'

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000

/** The mail server asks for credentials (RFC 4954). */
const NO_CREDENTIALS = 530

/** One address and nothing else: no second one, no name, no line break. */
const oneAddress = /^[^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]{0,252}[A-Za-z\d])?$/

/** A line break would begin another header. */
const hasLineBreak = (text: string) => /[\r\n]/.test(text)

export const isMailAddress = (address: string): boolean => oneAddress.test(address)

/**
 * Sends a message by SMTP. Credentials are sent only over TLS. The library is loaded with the first message: most
 * servers send none.
 */
export async function sendEmail(
  { host, port, tls, credentials, from, ca }: SmtpSettings,
  to: string,
  message: OutgoingMessage,
): Promise<Outcome> {
  if (!isMailAddress(to)) return refused('noAddress')
  if (hasLineBreak(message.title) || hasLineBreak(message.id)) return refused('rejected')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(credentials && tls !== 'off' && { auth: { user: credentials.user, pass: credentials.password } }),
    ...(ca && { tls: { ca } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: 'Caliper', address: from },
      to: { name: '', address: to },
      messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      subject: message.title,
      text: plainText(message),
      headers: { 'auto-submitted': 'auto-generated' },
    })
    return sent
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}

/** The outcome of a nodemailer error. Only the code of the server's answer is kept. */
function outcomeOf(error: unknown): Outcome {
  const code = responseCodeOf(error)
  switch (codeOf(error)) {
    case 'EAUTH':
      return failed('credentials', code)
    case 'ETLS':
      return failed('certificate', code)
    case 'ETIMEDOUT':
      return failed('timeout')
    case 'EENVELOPE':
    case 'EMESSAGE':
      if (code === NO_CREDENTIALS) return failed('credentials', code)
      // A refused sender stops all messages until somebody mends it; a refused recipient or text is that message's own.
      return code !== undefined && code >= 500 && commandOf(error) !== 'MAIL FROM'
        ? refused('rejected', code)
        : failed('status', code)
    default:
      return code === undefined ? failed(isCertificate(error) ? 'certificate' : 'unreachable') : failed('status', code)
  }
}

const isCertificate = (error: unknown) => /certificate|self.signed/i.test(String(error))

const commandOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'command' in error ? error.command : undefined

const responseCodeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined
