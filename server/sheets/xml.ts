import { notSheet, turn } from './limits'

/** What is done with what is found. Names come without their prefix. */
export type Seen = {
  open?: (name: string, attributes: string) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** So many tags and texts are read before other requests get their turn. */
const TOKENS_A_TURN = 5000

/**
 * Walks through XML from its first tag to its last. Knows the five entities every XML has and no others: a document that
 * declares its own, or refers to anything outside, is refused.
 * @throws Refusal when it is damaged
 */
export async function walk(xml: string, { open, close, text }: Seen): Promise<void> {
  let at = 0
  for (let tokens = 1; at < xml.length; tokens++) {
    if (tokens % TOKENS_A_TURN === 0) await turn()
    const start = xml.indexOf('<', at)
    const before = xml.slice(at, start < 0 ? undefined : start)
    if (text && before) text(plain(before))
    if (start < 0) return
    if (xml.startsWith('<?', start)) at = after(xml, '?>', start)
    else if (xml.startsWith('<!--', start)) at = after(xml, '-->', start)
    else if (xml.startsWith('<![CDATA[', start)) {
      at = after(xml, ']]>', start)
      text?.(xml.slice(start + 9, at - 3))
    } else if (xml[start + 1] === '!') throw notSheet()
    else {
      at = endOfTag(xml, start)
      const isEmpty = xml[at - 2] === '/'
      const [, slash, name, attributes = ''] =
        /^(\/?)(?:[\w.-]+:)?([\w.-]+)([^]*)$/.exec(xml.slice(start + 1, at - (isEmpty ? 2 : 1))) ?? []
      if (name === undefined) throw notSheet()
      if (!slash) open?.(name, attributes)
      if (slash || isEmpty) close?.(name)
    }
  }
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  if (at < 0) throw notSheet()
  return at + mark.length
}

/** Just behind the `>` that ends a tag: one in a quoted value does not. */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    const mark = xml[at]
    if (mark === '>') return at + 1
    if (mark === '"' || mark === "'") at = after(xml, mark, at + 1) - 1
  }
  throw notSheet()
}

/** The value of an attribute, by its whole name. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, known, double, single] of attributes.matchAll(
    /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (known === name) return plain(double ?? single ?? '')
  }
  return undefined
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:(#?\w+);)?/g, (_, entity: string = '') => {
    const code = entity.startsWith('#x') ? parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    if (entity.startsWith('#') && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
    const known = Object.hasOwn(entities, entity) ? entities[entity] : undefined
    if (known === undefined) throw notSheet()
    return known
  })
}
