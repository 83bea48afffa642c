import type { Wecom } from '../../../access/wecom/client'
import { failed, plainText, refused, sent, type Outcome, type OutgoingMessage } from './message'

/** WeCom cuts longer texts, possibly inside a link. */
const MAX_BYTES = 2_000

export async function sendToMember(wecom: Wecom, memberId: string, message: OutgoingMessage): Promise<Outcome> {
  const result = await wecom.send(memberId, contentOf(message))
  if (result.kind === 'sent') return sent
  if (result.kind === 'stranger') return refused('noAddress')
  return result.kind === 'refused' ? failed('status', result.errcode) : failed('unreachable')
}

/** As many whole notices as fit. The title of a single one is its own text. */
function contentOf(message: OutgoingMessage): string {
  const { title, notices } = message
  if (notices.length === 1) return plainText(message)
  for (let count = notices.length; count > 1; count--) {
    const left = notices.length - count
    const content = `${title}\n${plainText({ ...message, notices: notices.slice(0, count) })}${left > 0 ? `\n… +${left}` : ''}`
    if (Buffer.byteLength(content) <= MAX_BYTES) return content
  }
  return `${title}\n${plainText({ ...message, notices: notices.slice(0, 1) })}`
}
