import * as fc from 'fast-check'
import { people, steps, type Action, type Person, type StepName, type Twin } from './actions'
import { isTaken, type Value } from './judgement'
import { itemsWith, textsOf, variants } from './template'

const anybody = fc.constantFrom(...(Object.keys(people) as Person[]))
/** Mostly one of those who may. */
const mostly = (...those: Person[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...those) }, { weight: 1, arbitrary: anybody })
const seldom = fc.integer({ min: 0, max: 11 }).map((one) => one === 11)
const usually = fc.integer({ min: 0, max: 11 }).map((one) => one < 11)
const often = fc.integer({ min: 0, max: 3 }).map((one) => one > 0)
const hour = fc.integer({ min: 0, max: 30 })
const some = fc.nat({ max: 11 })
const mostlyFirst = fc.constantFrom(0, 0, 0, 1)
const remark = fc.constantFrom('', 'seen', 'seen', 'as agreed')

const itemOf = (code: string) => itemsWith(0).find((item) => item.code === code)!
/** Seldom one that cannot be entered. */
const value = (code: string, sample = 1): fc.Arbitrary<Value> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        code: fc.constant(code),
        sample: fc.constant(sample),
        raw: fc.oneof(
          { weight: 39, arbitrary: fc.constantFrom(...textsOf[code]!.filter((raw) => isTaken(itemOf(code), { raw }))) },
          { weight: 1, arbitrary: fc.constantFrom(...textsOf[code]!) },
        ),
        isConfirmed: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ code, sample, missing: 'damaged' }) },
  )
const good: Value[] = [
  { code: 'thick', sample: 1, raw: '0.5', isConfirmed: false },
  { code: 'thick', sample: 2, raw: '0.50', isConfirmed: false },
]
/** Complete, mostly, so that records go on their way; what lies at the limits is judged every way. */
const values = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(value('wide'), fc.option(value('exact')), fc.option(value('note')))
        .map(([wide, exact, note]) => [...good, wide, ...(exact ? [exact] : []), ...(note ? [note] : [])]),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(value('thick', 1), value('thick', 2), value('wide'), fc.option(value('look'))),
    },
    {
      weight: 1,
      arbitrary: fc.subarray(['thick/1', 'thick/2', 'wide/1', 'look/1']).chain((keys) =>
        fc.tuple(
          ...keys.map((key) => {
            const [code = '', sample] = key.split('/')
            return value(code, Number(sample))
          }),
        ),
      ),
    },
  )
  .map((given) => (given as (Value | null)[]).filter((one) => one !== null).map(plain))
/** Only values that people judge have a reason for being missing here. */
const plain = (one: Value): Value =>
  one.missing !== undefined && one.code !== 'thick' && one.code !== 'wide'
    ? { code: one.code, sample: one.sample, raw: textsOf[one.code]![0]!, isConfirmed: false }
    : one

const signers: Record<StepName, Person[]> = {
  submit: ['inspector', 'lead'],
  withdraw: ['inspector', 'lead'],
  review: ['reviewer', 'lead', 'admin'],
  approve: ['approver', 'lead', 'admin'],
  reject: ['reviewer', 'approver'],
  reopen: ['approver', 'engineer'],
  void: ['approver', 'engineer'],
}
const weights: Record<StepName, number> = {
  submit: 20,
  withdraw: 3,
  review: 12,
  approve: 24,
  reject: 3,
  reopen: 6,
  void: 1,
}
const stepOf = (step: StepName): fc.Arbitrary<Action> =>
  fc.record({
    do: fc.constant(step),
    isFit: usually,
    by: mostly(...signers[step]),
    isOwn: step === 'submit' || step === 'withdraw' ? usually : step === 'void' ? seldom : fc.constant(false),
    record: some,
    isStale: seldom,
    hasReason: usually,
    hasPassword: usually,
    disposition: often,
  })

type Weighted = { weight: number; arbitrary: fc.Arbitrary<Action> }
const one = (weight: number, by: fc.Arbitrary<Person>, rest: object): Weighted => ({
  weight,
  arbitrary: fc.record({
    by,
    isFit: usually,
    ...(rest as Record<string, fc.Arbitrary<unknown>>),
  }) as fc.Arbitrary<Action>,
})
const be = <Name extends Action['do']>(name: Name) => fc.constant(name)
const maybe = <Type>(arbitrary: fc.Arbitrary<Type>) => fc.option(arbitrary, { nil: undefined })
const worker = mostly('inspector', 'colleague', 'lead')
/** Those who hold a lot, and may not release it. */
const holder = fc.constantFrom<Person>('inspector', 'colleague', 'reviewer')
const engineer = mostly('engineer', 'admin')
const others = fc.constantFrom(...(Object.keys(people) as Person[]).filter((name) => name !== 'admin'))
const twin = fc.constantFrom<Twin>('none', 'none', 'none', 'none', 'key', 'uid')

const created = one(8, worker, { do: be('create'), hour, lot: fc.constantFrom(null, 0, 1), values, remark, twin })

const action: fc.Arbitrary<Action> = fc.oneof(
  created,
  one(7, mostly('inspector', 'colleague', 'lead', 'engineer', 'admin'), {
    do: be('save'),
    record: some,
    isStale: seldom,
    values: maybe(values),
    remark: maybe(remark),
    lot: maybe(fc.nat({ max: 1 })),
    hasReason: usually,
  }),
  ...steps.map((step) => ({ weight: weights[step], arbitrary: stepOf(step) })),
  one(6, mostly('approver', 'lead'), {
    do: be('approveAll'),
    records: fc.array(some, { minLength: 1, maxLength: 3 }),
    hasPassword: usually,
    disposition: often,
  }),
  one(2, worker, { do: be('retest'), record: some, isStale: seldom }),
  one(6, engineer, {
    do: be('changeLot'),
    age: fc.constantFrom(undefined, 0, 1, 1, 2),
    lot: mostlyFirst,
    status: maybe(fc.constantFrom('open', 'hold', 'closed')),
    remark: maybe(remark),
  }),
  one(3, worker, { do: be('hold'), lot: mostlyFirst, hasReason: usually }),
  one(8, fc.oneof({ weight: 2, arbitrary: mostly('approver', 'engineer', 'lead') }, { weight: 1, arbitrary: holder }), {
    do: be('release'),
    lot: mostlyFirst,
    hasReason: usually,
    hasPassword: usually,
    to: fc.constantFrom('open', 'open', 'closed'),
  }),
  one(1, engineer, { do: be('deleteLot'), lot: some }),
  one(3, engineer, { do: be('draft') }),
  one(9, engineer, { do: be('write'), limits: fc.nat({ max: variants - 1 }), isStale: seldom }),
  one(9, engineer, { do: be('publish'), isStale: seldom }),
  one(1, engineer, { do: be('levels'), levels: fc.constantFrom(0, 1, 2) }),
  one(3, engineer, { do: fc.constantFrom('retire', 'reactivate', 'reactivate', 'reactivate') }),
  one(3, engineer, { do: be('freeze'), hour, centre: fc.constantFrom(10, 10.5) }),
  one(2, engineer, { do: be('endLimits'), set: some }),
  one(3, mostly('admin'), { do: fc.constantFrom('disable', 'enable', 'enable'), whom: others }),
  one(3, mostly('admin'), { do: fc.constantFrom('dismiss', 'appoint', 'appoint'), whom: others }),
  one(3, anybody, { do: be('repeat'), action: some }),
)

/** What happens one after the other; actions in one list are asked for at the same moment. */
export type Sequence = { levels: 0 | 1 | 2; moves: Action[][] }
export const sequence: fc.Arbitrary<Sequence> = fc.record({
  levels: fc.constantFrom(0, 1, 1, 1, 2, 2, 2),
  moves: fc
    .tuple(
      fc.array(created.arbitrary, { minLength: 1, maxLength: 3, size: 'max' }),
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: action.map((one) => [one]) },
          { weight: 1, arbitrary: fc.array(action, { minLength: 2, maxLength: 4, size: 'max' }) },
        ),
        { maxLength: 54, size: 'max' },
      ),
    )
    .map(([opening, moves]) => [...opening.map((one) => [one]), ...moves]),
})
