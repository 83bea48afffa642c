import { BACKUP_PATH, BACKUP_TYPE } from '#shared/access/backup-upload'
import type { SetupRestored } from '#shared/access/setup'
import { Failure, NO_ANSWER } from '../failure'
import { readEnvelope, transport } from '../http'

/**
 * Sends a backup to an empty installation, which restores it. There is no time limit.
 * @param token of the set-up link
 * @param onProgress called with the sent share of the file, 0 to 1; checking begins at 1
 * @throws Failure when it is refused, or no answer comes
 */
export async function restoreBackup(
  token: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<SetupRestored> {
  const answer = await readEnvelope(await sent(token, file, onProgress))
  if ('failure' in answer) throw answer.failure
  if ('progress' in answer) throw new Failure(NO_ANSWER, transport.words.network())
  return answer.result.data as SetupRestored // as in `request`
}

/** `fetch` does not report the progress of sending. */
function sent(token: string, file: File, onProgress: (share: number) => void): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const call = new XMLHttpRequest()
  call.open('POST', BACKUP_PATH)
  call.setRequestHeader('accept-language', transport.locale() === 'en' ? 'en' : 'zh-CN')
  call.setRequestHeader('content-type', BACKUP_TYPE)
  call.setRequestHeader('x-setup-token', token)
  call.setRequestHeader('x-file-name', encodeURIComponent(file.name))
  call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1))
  call.upload.addEventListener('load', () => onProgress(1))
  call.addEventListener('load', () => resolve(new Response(call.responseText, { status: call.status })))
  call.addEventListener('error', () => reject(new Failure(NO_ANSWER, transport.words.network())))
  call.send(file)
  return promise
}
