import { z } from 'zod'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'

/** Below the idle timeout of the server. */
const MAX_LATENCY_MS = 25_000
const MAX_RULES = 100

/** The fault of a request. */
const Fault = z.object({
  /** The code of the envelope, such as 409 or 6401. */
  code: z.coerce.number().int().min(400).max(9999).optional(),
  /** The HTTP status; the default is that of the code. */
  status: z.coerce.number().int().min(400).max(599).optional(),
  msg: z.string().max(500).optional(),
  /** Headers of the answer, such as `retry-after`. */
  headers: z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().regex(/^[\x20-\x7e]{0,500}$/)).optional(),
  /** Delay of the answer. */
  latencyMs: z.coerce.number().int().min(0).max(MAX_LATENCY_MS).optional(),
  /** Closes the connection: before the request runs, or afterwards, so that its answer is lost. */
  drop: z.enum(['request', 'answer']).optional(),
})
export type Fault = z.infer<typeof Fault>

/** A fault of matching requests, for a number of times. */
export const FaultRule = Fault.extend({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']).optional(),
  /** A path such as `/api/v1/role`; `*` matches any characters. */
  path: z.string().min(1).max(500),
  times: z.union([z.int().min(1).max(1_000_000), z.literal('always')]).default(1),
})
type FaultRule = z.infer<typeof FaultRule>
export type KnownRule = FaultRule & { faultId: number; hits: number }

/** The faults requested by a test. */
export function createFaults() {
  let rules: (KnownRule & { pattern: RegExp })[] = []
  let made = 0
  const shown = ({ pattern: _pattern, ...rule }: (typeof rules)[number]): KnownRule => rule

  return {
    list: (): KnownRule[] => rules.map(shown),
    clear: () => void (rules = []),
    /** @throws Refusal 409 if there are too many */
    add(rule: FaultRule): KnownRule {
      if (rules.length >= MAX_RULES) throw new Refusal(codes.conflict, 'test.tooManyFaults', { max: MAX_RULES })
      const known = { ...rule, faultId: ++made, hits: 0, pattern: patternOf(rule.path) }
      rules.push(known)
      return shown(known)
    },
    /** The fault of this request, by the first matching rule. A used-up rule is removed. */
    take(method: string, path: string): Fault | undefined {
      const rule = rules.find((one) => (one.method ?? method) === method && one.pattern.test(path))
      if (!rule) return undefined
      rule.hits += 1
      if (rule.hits === rule.times) rules = rules.filter((one) => one !== rule)
      return rule
    },
  }
}

const patternOf = (path: string) => new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`)

/** The fault in a header, such as `code=409; latencyMs=200`. @returns undefined if it is invalid */
export function faultIn(header: string): Fault | undefined {
  const pairs = header.split(';').map((part) => part.split('=').map((word) => word.trim()))
  return Fault.strict().safeParse(Object.fromEntries(pairs)).data
}
