import { afterAll, describe, expect, test } from 'bun:test'
import { startApp } from '../../support/app'
import { done, draftBy, good, qcPlant, step, stepped, type Entered } from '../../support/qc/plant'

const app = await startApp()
const { template, productId, engineer, inspector, approver, admin } = await qcPlant(app)
afterAll(app.close)

let made = 0
type Named = { path: string; field: 'lotNo' | 'code'; code: string; remark: string; record: () => Promise<Draft> }
type Draft = Awaited<ReturnType<typeof draftBy>>
const ofLine = async (path: string, fields: object): Promise<number> =>
  done(await engineer.post(path, { productId, ...fields }))

/** What a record names, each with a draft that names it and nothing else of these. */
const named: Record<string, () => Promise<Named>> = {
  'the number of a lot': async () => {
    const code = `KEPT-${++made}`
    const lotId = await ofLine('/qc/lot', { lotNo: code })
    const one = await template({ signLevels: 1 })
    const record = () => draftBy(inspector, one, good, { lotId })
    return { path: `/qc/lot/${lotId}`, field: 'lotNo', code, remark: '补记', record }
  },
  'the code of a machine': async () => {
    const code = `KEPT-${++made}`
    const equipmentId = await ofLine('/qc/equipment', { code, name: '涂布机', kind: 'machine' })
    const one = await template({ signLevels: 1 })
    const record = () => draftBy(inspector, one, good, { equipmentId })
    return { path: `/qc/equipment/${equipmentId}`, field: 'code', code, remark: '补记', record }
  },
  'the code of a gauge': async () => {
    const code = `KEPT-${++made}`
    const gaugeId = await ofLine('/qc/equipment', { code, name: '千分尺', kind: 'gauge' })
    const one = await template({ signLevels: 1 })
    const measured: Entered = { ...good, thickness: good['thickness']!.map((raw) => ({ raw: String(raw), gaugeId })) }
    const record = () => draftBy(inspector, one, measured)
    return { path: `/qc/equipment/${gaugeId}`, field: 'code', code, remark: '补记', record }
  },
  'the code of a template': async () => {
    const code = `KEPT-${++made}`
    const one = await template({ code, signLevels: 1 })
    const record = () => draftBy(inspector, one)
    return { path: `/qc/template/${one.templateId}`, field: 'code', code, remark: '补记', record }
  },
}

describe.each(Object.entries(named))('%s', (_, begin) => {
  test('changes while only drafts name it, and never after one was submitted: what is signed keeps its words (S73)', async () => {
    const { path, field, code, remark, record } = await begin()
    const first = await record()
    done(await engineer.put(path, { [field]: `${code}-B` }))

    const submitted = await stepped(inspector, 'submit', first)
    const refused = await engineer.put(path, { [field]: code })
    expect(refused).toMatchObject({ code: 409, errors: { [field]: expect.stringContaining(`${code}-B`) } })
    const chinese = { body: { [field]: code }, headers: { 'accept-language': 'zh' } }
    const says = expect.stringMatching(/已提交的记录.+不能改/)
    expect(await engineer.send('PUT', path, chinese)).toMatchObject({ code: 409, errors: { [field]: says } })

    const withdrawn = await stepped(inspector, 'withdraw', submitted)
    expect((await engineer.put(path, { [field]: code })).code).toBe(409)
    const again = await stepped(inspector, 'submit', withdrawn)
    const approved = await stepped(approver, 'approve', again)
    done(await step(admin, 'void', approved, { reason: '重复' }))
    expect((await engineer.put(path, { [field]: code })).code).toBe(409)

    done(await engineer.put(path, { [field]: `${code}-B`, remark }))
    expect(done(await engineer.get(path))).toMatchObject({ [field]: `${code}-B`, remark })
  })
})

test('the numbers of two lots cannot be swapped under what was signed', async () => {
  const [fine, bad] = [await ofLine('/qc/lot', { lotNo: 'GOOD' }), await ofLine('/qc/lot', { lotNo: 'BAD' })]
  const one = await template({ signLevels: 1 })
  const draft = await draftBy(inspector, one, good, { lotId: fine })
  const approved = await stepped(approver, 'approve', await stepped(inspector, 'submit', draft))
  expect((await engineer.put(`/qc/lot/${fine}`, { lotNo: 'AWAY' })).code).toBe(409)
  done(await engineer.put(`/qc/lot/${bad}`, { lotNo: 'WORSE' }))
  const taken = await engineer.put(`/qc/lot/${bad}`, { lotNo: 'GOOD' })
  expect(taken).toMatchObject({ code: 409, errors: { lotNo: expect.any(String) } })
  expect(done(await approver.get(`/qc/value-base/${approved.qcValueBaseId}`))).toMatchObject({ lotNo: 'GOOD' })
})

describe('the name of a shift', () => {
  /** A plant of its own whose early shift has no English name, a draft of that shift, and a change of the shift. */
  async function ofOwnPlant() {
    const noon = Date.parse('2026-05-20T02:00:00Z') // 10:00 at the plant
    const own = await startApp({ now: () => noon })
    const plant = await qcPlant(own)
    const path = `/qc/product/${plant.productId}`
    const shiftsNow = async () => done(await plant.admin.get(path)).shifts as Shift[]
    const renamed = async (change: object, headers = {}) => {
      const shifts = (await shiftsNow()).map((shift) => (shift.code === 'D' ? { ...shift, ...change } : shift))
      return plant.admin.send('PUT', path, { body: { shifts }, headers })
    }
    done(await renamed({ nameEn: '' }))
    const draft = await draftBy(plant.inspector, await plant.template({ signLevels: 1 }))
    return { plant, draft, renamed, shiftsNow, [Symbol.asyncDispose]: () => own.close() }
  }
  type Shift = { code: string; name: string; nameEn: string; startMin: number }

  test('changes while only drafts name it', async () => {
    await using own = await ofOwnPlant()
    done(await own.renamed({ name: '白班', nameEn: 'Early' }))
    expect(await own.shiftsNow()).toContainEqual(expect.objectContaining({ name: '白班', nameEn: 'Early' }))
  })

  test('stays once a record was submitted: what is signed keeps its words (S73)', async () => {
    await using own = await ofOwnPlant()
    const { plant, draft, renamed, shiftsNow } = own
    const submitted = await stepped(plant.inspector, 'submit', draft)
    const approved = await stepped(plant.approver, 'approve', submitted)
    const says = expect.stringMatching(/^Submitted records name shift 早班, so it cannot be renamed.+add a new shift/)
    expect(await renamed({ name: '夜班' })).toMatchObject({ code: 409, errors: { 'shifts.0.name': says } })
    const chinese = await renamed({ name: '夜班' }, { 'accept-language': 'zh' })
    expect(chinese.errors).toEqual({ 'shifts.0.name': expect.stringMatching(/“早班”.+不能改名.+新增/) })
    expect(done(await plant.approver.get(`/qc/value-base/${approved.qcValueBaseId}`))).toMatchObject({
      shiftName: '早班',
    })

    done(await renamed({ nameEn: 'Early' })) // a translation that was missing
    expect(await renamed({ nameEn: 'Night' })).toMatchObject({
      code: 409,
      errors: { 'shifts.0.nameEn': expect.any(String) },
    })
    done(await renamed({ code: 'X', startMin: 490 }))
    const [early] = await shiftsNow()
    expect(early).toMatchObject({ code: 'X', name: '早班', nameEn: 'Early', startMin: 490 })
  })

  test('is not swapped for that of another one', async () => {
    await using own = await ofOwnPlant()
    const { plant, draft, shiftsNow } = own
    await stepped(plant.inspector, 'submit', draft)
    const [early, late, ...rest] = await shiftsNow()
    const shifts = [{ ...early, name: late!.name }, { ...late, name: early!.name }, ...rest]
    const swapped = await plant.admin.put(`/qc/product/${plant.productId}`, { shifts })
    expect(swapped).toMatchObject({ code: 409, errors: { 'shifts.0.name': expect.any(String) } })
    expect((await shiftsNow())[0]).toEqual(early!)
  })
})

describe('the label of a disposition', () => {
  /** A plant of its own, and the entry 报废 of its dictionary. */
  async function ofOwnPlant() {
    const own = await startApp()
    const plant = await qcPlant(own)
    const { list } = done(await plant.admin.get('/dict/data?dictType=qc_disposition&dictValue=scrap'))
    return { plant, path: `/dict/data/${list[0].dictCode}`, [Symbol.asyncDispose]: () => own.close() }
  }

  test('changes before anything was submitted', async () => {
    await using own = await ofOwnPlant()
    const { plant, path } = own
    await draftBy(plant.inspector, await plant.template())
    done(await plant.admin.put(path, { dictLabel: '作废处理', dictLabelEn: 'Discard' }))
    expect(done(await plant.admin.get(path))).toMatchObject({ dictLabel: '作废处理', dictLabelEn: 'Discard' })
  })

  test('stays afterwards in both languages: what was approved keeps its words (S72, S73)', async () => {
    await using own = await ofOwnPlant()
    const { plant, path } = own
    await stepped(plant.inspector, 'submit', await draftBy(plant.inspector, await plant.template()))
    const says = expect.stringMatching(/^Records may have been approved with “报废”, so it cannot be renamed/)
    for (const field of ['dictLabel', 'dictLabelEn']) {
      const change = { [field]: '放行' }
      expect(await plant.admin.put(path, change)).toMatchObject({ code: 409, errors: { [field]: says } })
      const chinese = await plant.admin.send('PUT', path, { body: change, headers: { 'accept-language': 'zh' } })
      expect(chinese.errors).toEqual({ [field]: expect.stringContaining('不能改名') })
    }
    done(await plant.admin.put(path, { dictLabel: '报废', listClass: 'warn', remark: '须登记', status: 1 }))
    const added = {
      dictType: 'qc_disposition',
      dictLabel: '降级',
      dictValue: 'downgrade',
      listClass: 'info',
      status: 2,
    }
    done(await plant.admin.post('/dict/data', { ...added, dictSort: 9 }))
    const units = done(await plant.admin.get('/dict/data?dictType=qc_unit')).list
    done(await plant.admin.put(`/dict/data/${units[0].dictCode}`, { dictLabel: '其他' }))
  })
})
