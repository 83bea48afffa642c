import { nameSchemas, z } from '../zod'

/** Control characters would break or colour a line of the log. Line breaks are permitted in a stack. */
const onOneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
const onLines = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ').trim()

/** Removes the query of an address: it may be personal, and it does not help to find a fault. */
const withoutQueries = (text: string) => text.replace(/[^\s"'<>]+/g, withoutQuery)

function withoutQuery(word: string): string {
  const end = /\/|\?[^?#=]+=/.test(word) ? word.search(/[?#]/) : -1
  if (end < 0) return word
  return word.slice(0, end) + (word.endsWith(')') ? ')' : '') // stacks put addresses in brackets
}

/** A fault in an operator's browser. POST /error-log takes it for the server's log. */
export const ErrorReport = z.object({
  message: z.string().min(1).max(500).transform(onOneLine).transform(withoutQueries),
  /** One call per line, the innermost first; empty if the browser gives none. */
  stack: z.string().max(4000).transform(onLines).transform(withoutQueries),
  /** Path of the page. */
  path: z.string().max(500).transform(onOneLine).transform(withoutQueries),
  /** Build of the client. */
  version: z.string().max(100).transform(onOneLine),
})
export type ErrorReport = z.infer<typeof ErrorReport>

nameSchemas({ ErrorReport })
