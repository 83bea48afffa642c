import { percentile, seen, type Fault } from '../support/fault'
import { servedPlant } from '../support/plant'
import { call, type Server } from '../support/server'

const MOST_MS = 1000
/** Ends the session that asks, or the server's data. */
const skipped = /logout|refreshtoken|setup/

/** A few kilobytes of each, which a pattern that backtracks would take years for. */
const fillings = ['a', '1', ' ', '-', '.', 'a1.', '((', '[', '0-', ', ', '中', '\\', '%_', '=1+'].map((part) =>
  part.repeat(4000 / part.length),
)
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const bodies: [what: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ['nothing', ''],
  ['half an object', '{"a":'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['40 levels', `{"a":${nested(40)}}`],
  ['100,000 levels', nested(100_000)],
  ['a megabyte of text', JSON.stringify({ username: 'x'.repeat(1_000_000), password: 'x' })],
  ['200,000 numbers', JSON.stringify({ ids: Array.from({ length: 150_000 }, (_, n) => n) })],
  ['keys of prototypes', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'],
  ['a NUL', '{"a":"\\u0000"}'],
  ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['ten thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])))],
  ['numbers beyond all', '{"id":1e999,"ids":[1e999,-1e999,9007199254740993]}'],
]

type Operation = { requestBody?: { content?: Record<string, { schema?: Schema }> } }
type Schema = { $ref?: string; properties?: Record<string, unknown>; allOf?: Schema[]; anyOf?: Schema[] }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas?: Record<string, Schema> } }

/** S8, S46, S51: whatever is sent to whichever address is refused or done within a second, and never is a fault. */
export const oddBodies: Fault = {
  name: 'odd-bodies',
  async run() {
    const { note, expect, expectTime, outcome } = seen()
    const { keys, server } = await servedPlant()
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document
    const taken: number[] = []
    let sent = 0
    for (const { method, path, fields } of writesOf(document)) {
      const filled = fillings.map((text): [string, string] => [
        `"${text.slice(0, 3)}…" in every field`,
        JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))),
      ])
      for (const [what, body] of [...bodies, ...filled]) {
        const { http, ms } = await sentTo(server, keys.admin, { method, path, body })
        sent += 1
        taken.push(ms)
        expect(http < 500, `${method} ${path} with ${what} is no fault`, http)
        expectTime(ms < MOST_MS, `${method} ${path} with ${what} is answered within a second`, ms)
      }
    }
    expect((await call(server, keys.admin, '/getinfo')).code === 200, 'it goes on')
    expect(sent > 1000, 'there was much to send', sent)
    note(`slowest ${Math.round(Math.max(...taken))} ms, p99 ${Math.round(percentile(taken, 99))} ms, none 5xx`)
    return outcome(`${sent} odd bodies to all addresses that take one`)
  },
}

/** Each address that takes JSON, with the fields it reads. */
function* writesOf({ paths, components }: Document) {
  for (const [path, methods] of Object.entries(paths)) {
    if (skipped.test(path)) continue
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content?.['application/json']?.schema
      if (!schema) continue
      const fields = fieldsOf(schema)
      yield { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, '1'), fields }
    }
  }

  function fieldsOf(schema: Schema): string[] {
    const named = schema.$ref && components.schemas?.[schema.$ref.split('/').at(-1)!]
    const parts = [...(named ? [named] : []), ...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
    return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)]
  }
}

type Sent = { method: string; path: string; body: string | Uint8Array<ArrayBuffer> }

/** The quicker of two tries: the machine may be slow, the answer may not. */
async function sentTo(server: Server, token: string, sent: Sent) {
  const first = await once(server, token, sent)
  if (first.ms < MOST_MS) return first
  const second = await once(server, token, sent)
  return second.ms < first.ms ? second : first
}

async function once({ url }: Server, token: string, { method, path, body }: Sent) {
  const began = performance.now()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url + path, { method, headers, body, signal: AbortSignal.timeout(30_000) })
  await response.arrayBuffer()
  return { http: response.status, ms: performance.now() - began }
}
