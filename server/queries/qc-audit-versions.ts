import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Reader, Store } from '../store'
import { turn } from '../turn'
import { portions } from './portions'
import type { Faults, FoundFault } from './qc-audit-fault'
import { contentSha256, itemOf, itemRowsOf } from './qc-template-items'
import { literal } from './statement'

/** Templates that are looked at in one go. */
const SLICE = 5

/**
 * Compares every version that was ever published with what the trail says was published. One that seems to differ is
 * looked at once more while nobody writes.
 * @returns how many there are
 */
export async function checkVersions(store: Store, faults: Faults): Promise<number> {
  const { templates } = store.t
  const ids = await store.db.select({ id: templates.templateId }).from(templates).orderBy(asc(templates.templateId))
  let versions = 0
  for (let from = 0; from < ids.length; from += SLICE) {
    const some = ids.slice(from, from + SLICE).map(({ id }) => id)
    const found = await versionFaults(store, store.db, some)
    versions += found.count
    const certain = found.faults.length > 0 ? await store.tx((db) => versionFaults(store, db, some)) : found
    for (const fault of certain.faults) faults.add(fault)
    await turn()
  }
  return versions
}

type Published = { templateId: number; versionNo: number; content: string | null }

async function versionFaults(store: Store, db: Reader, templateIds: number[]) {
  const { templates, templateVersions, audits } = store.t
  const rows = await db
    .select({ version: templateVersions, code: templates.code })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
    .where(and(inArray(templateVersions.templateId, templateIds), ne(templateVersions.status, literal('draft'))))
  const told = await db
    .select({ templateId: audits.entityId, field: audits.field, content: audits.new })
    .from(audits)
    .where(
      and(
        eq(audits.entity, literal('template')),
        inArray(audits.entityId, templateIds),
        eq(audits.action, literal('publish')),
      ),
    )
  const published = told.map(({ templateId, field, content }): Published => {
    return { templateId, versionNo: Number(field?.split('/')[1]), content }
  })
  const items = new Map<number, Awaited<ReturnType<typeof itemRowsOf>>>()
  for (const some of portions(rows.map(({ version }) => version.versionId))) {
    for (const row of await itemRowsOf(store, db, some)) {
      items.set(row.versionId, [...(items.get(row.versionId) ?? []), row])
    }
  }
  const faults: FoundFault[] = []
  for (const { version, code } of rows) {
    const { templateId, versionNo } = version
    const about = { kind: 'version', templateId, values: { code, version: versionNo } } as const
    const entry = published.find((one) => one.templateId === templateId && one.versionNo === versionNo)
    const found = contentSha256((items.get(version.versionId) ?? []).map(itemOf))
    if (!entry) faults.push({ ...about, key: 'qcAudit.fault.versionUntold' })
    else if (found !== entry.content || version.contentSha256 !== entry.content) {
      const there = found === entry.content ? version.contentSha256 : found
      faults.push({ ...about, key: 'qcAudit.fault.versionChanged', expected: entry.content, found: there })
    }
  }
  for (const { templateId, versionNo } of published) {
    if (rows.some(({ version }) => version.templateId === templateId && version.versionNo === versionNo)) continue
    faults.push({
      kind: 'version',
      templateId,
      key: 'qcAudit.fault.versionGone',
      values: { id: templateId, version: versionNo },
    })
  }
  return { count: rows.length, faults }
}
