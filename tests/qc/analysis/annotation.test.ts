import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, desc, eq, ne } from 'drizzle-orm'
import { HOUR_MS } from '#shared/durations'
import { startApp, type App } from '../../support/app'
import { chartOf, type Charted } from '../../support/qc/charts'
import { done, qcPlant, withScope, type Plant } from '../../support/qc/plant'

/** Remarks on control charts: at a point or at an instant, with who wrote them and when. */
const NOW = Date.parse('2026-11-21T04:30:00Z')
let app: App
let plant: Plant
let chart: Charted
let point: { qcValueBaseId: number; recordNo: string }

beforeAll(async () => {
  app = await startApp({ now: () => NOW, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
  plant = await qcPlant(app)
  chart = await chartOf(plant, { begin: NOW - 10 * HOUR_MS })
  const [, second] = await chart.records([0, 1, 0])
  point = second!
})
afterAll(() => app.close())

const annotate = (who: { post: Plant['viewer']['post'] }, input: object) =>
  who.post('/qc/annotation', { itemKey: chart.itemKey, text: '换了刀具', ...input })
const listed = async (who: { get: Plant['viewer']['get'] } = plant.viewer) =>
  done(await who.get(`/qc/annotation?itemKey=${chart.itemKey}`))

describe('an annotation of a control chart', () => {
  test('belongs to the point of a record or to an instant, and says who wrote it and when', async () => {
    const atPoint = done(await annotate(plant.inspector, { qcValueBaseId: point.qcValueBaseId }))
    expect(atPoint).toEqual({
      annotationId: expect.any(Number),
      itemKey: chart.itemKey,
      qcValueBaseId: point.qcValueBaseId,
      at: new Date(NOW - 8 * HOUR_MS).toISOString(),
      text: '换了刀具',
      createBy: plant.inspector.userId,
      createName: expect.any(String),
      createdAt: new Date(NOW).toISOString(),
    })
    const atTime = done(await annotate(plant.engineer, { at: '2026-11-21T00:00:00Z', text: '停机' }))
    expect(atTime).toMatchObject({ qcValueBaseId: null, at: '2026-11-21T00:00:00.000Z' })
    expect(await listed()).toEqual([atTime, atPoint])
  })

  test('is in the audit trail, when written and when removed, and in the operation log (S69)', async () => {
    const { annotationId } = done(await annotate(plant.inspector, { at: '2026-11-20', text: '加油' }))
    done(await plant.inspector.delete(`/qc/annotation/${annotationId}`, {}))
    const { audits, operations } = app.store.t
    const entries = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'annotation'), ne(audits.action, 'seal')))
      .orderBy(desc(audits.id))
    const [removal, creation] = entries
    const tells = expect.stringContaining('加油')
    expect(creation).toMatchObject({ entityId: annotationId, action: 'create', new: tells })
    expect(removal).toMatchObject({ entityId: annotationId, action: 'delete', old: tells })
    const ofAnnotations = eq(operations.stem, 'qc-annotation')
    const log = await app.store.db.select().from(operations).where(ofAnnotations).orderBy(operations.id)
    expect(log.slice(-2)).toMatchObject([
      { action: 'create', name: '加油' },
      { action: 'delete', name: '加油' },
    ])
    expect(done(await plant.admin.get('/qc/audit/verify'))).toMatchObject({ isWhole: true, faultCount: 0 })
  })

  test('of a record outside the data scope is not shown, written or removed (S33)', async () => {
    const tags = ['qc:analysis:list', 'qc:annotation:add', 'qc:annotation:remove'] as const
    const stranger = await withScope(app, await app.signedIn(...tags), '5')
    const all: { annotationId: number; qcValueBaseId: number | null }[] = await listed()
    const atPoint = all.find(({ qcValueBaseId }) => qcValueBaseId === point.qcValueBaseId)!
    expect((await stranger.delete(`/qc/annotation/${atPoint.annotationId}`, {})).code).toBe(404)
    const texts = (await listed(stranger)).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['停机'])
    expect((await annotate(stranger, { qcValueBaseId: point.qcValueBaseId })).code).toBe(404)
  })

  test('is removed by its author, or by who may remove those of others', async () => {
    const { annotationId } = done(await annotate(plant.inspector, { at: '2026-11-20' }))
    expect((await plant.colleague.delete(`/qc/annotation/${annotationId}`, {})).code).toBe(403)
    expect((await plant.viewer.delete(`/qc/annotation/${annotationId}`, {})).code).toBe(403)
    done(await plant.engineer.delete(`/qc/annotation/${annotationId}`, {}))
    expect((await plant.engineer.delete(`/qc/annotation/${annotationId}`, {})).code).toBe(404)
  })

  test.each([
    ['neither a point nor a time', () => ({}), 'at'],
    ['no text', () => ({ at: '2026-11-20', text: ' ' }), 'text'],
    ['an unknown characteristic', () => ({ at: '2026-11-20', itemKey: 'AAAAAAAAAAAA' }), 'itemKey'],
  ])('with %s is refused at its field', async (_, input, field) => {
    const { code, errors } = await annotate(plant.engineer, input())
    expect({ code, fields: Object.keys(errors ?? {}) }).toEqual({ code: 400, fields: [field] })
  })

  test('needs the permission', async () => {
    expect((await annotate(plant.viewer, { at: '2026-11-20' })).code).toBe(403)
  })
})
