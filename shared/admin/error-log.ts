import { nameSchemas, z } from '../zod'

/** Control characters would break or colour the line that people read; line breaks have a place in a stack. */
const onOneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
const onLines = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ').trim()

/** What an address carries behind its path may be somebody's, and helps nobody to find a fault. */
const withoutQueries = (text: string) => text.replace(/[^\s"'<>]+/g, withoutQuery)

function withoutQuery(word: string): string {
  const end = /\/|\?[^?#=]+=/.test(word) ? word.search(/[?#]/) : -1
  if (end < 0) return word
  return word.slice(0, end) + (word.endsWith(')') ? ')' : '') // stacks put addresses into brackets
}

/** A fault in an operator's browser, as POST /error-log takes it for the server's log. */
export const ErrorReport = z.object({
  message: z.string().min(1).max(500).transform(onOneLine).transform(withoutQueries),
  /** One call a line, the innermost first; empty where the browser gives none. */
  stack: z.string().max(4000).transform(onLines).transform(withoutQueries),
  /** Path of the page. */
  path: z.string().max(500).transform(onOneLine).transform(withoutQueries),
  /** Build of the client. */
  version: z.string().max(100).transform(onOneLine),
})
export type ErrorReport = z.infer<typeof ErrorReport>

nameSchemas({ ErrorReport })
