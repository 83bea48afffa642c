import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import { MAX_CELL, notSheet, tooLarge } from './limits'

/** Called for the parts of a document. Names have no prefix. */
export type Seen = {
  open?: (name: string, attributes: string) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Tags and texts, and characters, read before other requests get their turn. */
const TOKENS_A_TURN = 5000
const TEXT_A_TURN = 128 * 1024
/** A full sheet has half as many; empty cells with a colour count too. */
const MAX_TOKENS = 2_000_000
/** The text of one cell with every character written as `&#x4e2d;`. No more is decoded at once. */
const MAX_RAW_TEXT = 8 * MAX_CELL
/** Longer than any list of ranges. */
const MAX_TAG = 64 * 1024
/** The tags that are read are far shorter. */
const MAX_ATTRIBUTES = 8 * 1024

/**
 * Reads XML from its first tag to its last. It knows only the five entities of every XML: a document that declares its
 * own, or refers to external data, is refused.
 * @throws Refusal if it is damaged, or a text or a tag is longer than any of a sheet
 */
export async function walk(xml: string, { open, close, text }: Seen): Promise<void> {
  let at = 0
  let turned = 0
  for (let tokens = 1; at < xml.length; tokens++) {
    if (tokens > MAX_TOKENS) throw tooLarge()
    if (tokens % TOKENS_A_TURN === 0 || at - turned > TEXT_A_TURN) {
      await yieldToEventLoop()
      turned = at
    }
    const start = xml.indexOf('<', at)
    const end = start < 0 ? xml.length : start
    if (text && end > at) text(plain(textOf(xml, at, end)))
    if (start < 0) return
    if (xml.startsWith('<?', start)) at = after(xml, '?>', start)
    else if (xml.startsWith('<!--', start)) at = after(xml, '-->', start)
    else if (xml.startsWith('<![CDATA[', start)) {
      at = after(xml, ']]>', start)
      text?.(textOf(xml, start + 9, at - 3))
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

function textOf(xml: string, from: number, to: number): string {
  if (to - from > MAX_RAW_TEXT) throw tooLarge()
  return xml.slice(from, to)
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  if (at < 0) throw notSheet()
  return at + mark.length
}

/** The place behind the `>` that ends a tag; a `>` in a quoted value does not. */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    if (at - start > MAX_TAG) throw tooLarge()
    const mark = xml[at]
    if (mark === '>') return at + 1
    if (mark === '"' || mark === "'") at = after(xml, mark, at + 1) - 1
  }
  throw notSheet()
}

/** The value of an attribute, by its whole name. @throws Refusal if there are more of them than any tag has */
export function attribute(attributes: string, name: string): string | undefined {
  if (attributes.length > MAX_ATTRIBUTES) throw tooLarge()
  for (const [, found, double, single] of attributes.matchAll(
    /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (found === name) return plain(double ?? single ?? '')
  }
  return undefined
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:(#?\w{1,8});)?/g, (_, entity: string = '') => {
    const code = entity.startsWith('#x') ? parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    if (entity.startsWith('#') && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
    const character = Object.hasOwn(entities, entity) ? entities[entity] : undefined
    if (character === undefined) throw notSheet()
    return character
  })
}
