import { text } from '#shared/i18n/catalogues'
import type { AnyTextKey } from '#shared/i18n/text'

/** The first line of an error's message, for use in a sentence. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!

/** The code of an error of the system or a database, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** The end of a refusal with a `{why}`, in both languages. */
export type Why = { why: string; whyEn: string }

export const because = (key: Extract<AnyTextKey, `${'backup.why' | 'disk'}.${string}`>, code = ''): Why => ({
  why: text('zh', key, { code }),
  whyEn: text('en', key, { code }),
})

const words: Record<string, Parameters<typeof because>[0]> = {
  EACCES: 'disk.refused',
  EPERM: 'disk.refused',
  EROFS: 'disk.readOnly',
  ENOSPC: 'disk.full',
  EDQUOT: 'disk.quota',
  ENOENT: 'disk.noFolder',
  ENOTDIR: 'disk.notFolder',
  EIO: 'disk.fails',
}

/** The reason why the system refused to write a file, with its error code for further search. */
export function diskReason(code: string): Why {
  const key = words[code]
  return key ? because(key, code) : { why: code, whyEn: code }
}
