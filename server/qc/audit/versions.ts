import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Dialect, Reader, Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { chunks } from '../../platform/chunks/chunk'
import type { AuditRow } from './queries'
import type { Faults, FoundFault } from './fault'
import { inTrail, nextIds, type IdSource } from './ids'
import { unreadable } from './record'
import { contentSha256, itemOf, itemRowsOf, type ItemRow } from '../template/items'
import type { VersionRow } from '../template/version'
import { literal } from '../../platform/list/statement'

/** Templates that are looked at in one go. */
const SLICE = 5

/**
 * Compares every version that was ever published with what the trail says was published, by whom, when and why. One that
 * seems to differ is looked at once more while nobody writes. Of one whose entries were themselves changed nothing can
 * be said.
 * @returns how many there are
 */
export async function checkVersions(store: Store, faults: Faults): Promise<number> {
  const { audits, templates } = store.t
  const sources: IdSource[] = [
    { table: templates, id: templates.templateId },
    { table: audits, id: audits.entityId, where: and(isPublication(store), inTrail(store.t)) },
  ]
  let versions = 0
  let after: number | undefined
  for (;;) {
    const ids = await nextIds(store.db, sources, after, SLICE)
    if (ids.length === 0) return versions
    after = ids.at(-1)
    const found = await versionFaults(store, store.db, ids, faults)
    versions += found.count
    const certain = found.faults.length > 0 ? await store.tx((db) => versionFaults(store, db, ids, faults)) : found
    for (const fault of certain.faults) faults.add(fault)
    await yieldToEventLoop()
  }
}

const isPublication = ({ t: { audits } }: Dialect) =>
  and(eq(audits.entity, literal('template')), eq(audits.action, literal('publish')))

type Publication = Pick<AuditRow, 'id' | 'at' | 'actorId' | 'actorName' | 'new' | 'reason'> & {
  templateId: number
  versionNo: number
}

async function versionFaults(store: Dialect, db: Reader, templateIds: number[], { isUntrue }: Faults) {
  const { templates, templateVersions } = store.t
  const all = await publicationsOf(store, db, templateIds)
  const untrue = new Set(all.flatMap(({ id, templateId }) => (isUntrue(id) ? [templateId] : [])))
  const sound = templateIds.filter((id) => !untrue.has(id))
  const rows = await db
    .select({ version: templateVersions, code: templates.code })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
    .where(inArray(templateVersions.templateId, sound))
  const items = new Map<number, ItemRow[]>()
  for (const chunk of chunks(rows.map(({ version }) => version.versionId))) {
    for (const row of await itemRowsOf(store, db, chunk)) {
      items.set(row.versionId, [...(items.get(row.versionId) ?? []), row])
    }
  }
  const faults: FoundFault[] = []
  for (const templateId of sound) {
    const publications = all.filter((one) => one.templateId === templateId)
    const broken = publications.filter(({ versionNo }) => !Number.isSafeInteger(versionNo))
    faults.push(...broken.map(({ id }) => unreadable(id)))
    if (broken.length > 0) continue
    const ofIt = rows.filter(({ version }) => version.templateId === templateId)
    for (const { version, code } of ofIt) {
      const index = publications.findLastIndex(({ versionNo }) => versionNo === version.versionNo)
      const about = { kind: 'version', templateId, values: { code, version: version.versionNo } } as const
      if (index < 0) {
        if (version.status !== 'draft') faults.push({ ...about, key: 'qcAudit.fault.versionUntold' })
        continue
      }
      const publication = publications[index]!
      faults.push(...headFaults(version, code, publication, publications[index + 1]))
      const found = hashOf(items.get(version.versionId) ?? [])
      if (found !== publication.new || version.contentSha256 !== publication.new) {
        const there = found === publication.new ? version.contentSha256 : found
        faults.push({ ...about, key: 'qcAudit.fault.versionChanged', expected: publication.new, found: there })
      }
    }
    for (const { versionNo } of publications) {
      if (ofIt.some(({ version }) => version.versionNo === versionNo)) continue
      const values = { id: templateId, version: versionNo }
      faults.push({ kind: 'version', templateId, key: 'qcAudit.fault.versionGone', values })
    }
  }
  return { count: rows.filter(({ version }) => version.status !== 'draft').length, faults }
}

/** What the trail tells of publications, in its order; the number of a version that could not be read is NaN. */
async function publicationsOf(store: Dialect, db: Reader, templateIds: number[]): Promise<Publication[]> {
  const { audits } = store.t
  const { id, at, actorId, actorName, field, new: content, reason, entityId: templateId } = audits
  const rows = await db
    .select({ id, at, actorId, actorName, field, new: content, reason, templateId })
    .from(audits)
    .where(and(isPublication(store), inArray(templateId, templateIds), inTrail(store.t)))
    .orderBy(asc(id))
  return rows.map(({ field, ...row }) => ({ ...row, versionNo: Number(/^version\/(\d+)$/.exec(field ?? '')?.[1]) }))
}

/** What of a version differs from its publication, and from that of the one that came after it. */
function headFaults(
  version: VersionRow,
  code: string,
  publication: Publication,
  next: Publication | undefined,
): FoundFault[] {
  const { templateId, versionNo } = version
  const expected = {
    status: next ? 'superseded' : 'published',
    changeNote: publication.reason ?? '',
    publishedAt: publication.at,
    publishedBy: publication.actorId,
    publishedByName: publication.actorName,
    effectiveFrom: publication.at,
    // what is superseded later is told by when that was
    updatedAt: (next ?? publication).at,
  } satisfies Partial<Record<keyof VersionRow, string | number>>
  return Object.entries(expected).flatMap(([field, value]): FoundFault[] => {
    const found = version[field as keyof typeof expected] // of these
    if (found === value) return []
    return [
      {
        kind: 'version',
        templateId,
        key: 'qcAudit.fault.versionDiffers',
        values: { code, version: versionNo, field },
        field,
        expected: String(value),
        found: found === null ? null : String(found),
      },
    ]
  })
}

/** Null where the items are none that could be read. */
function hashOf(rows: readonly ItemRow[]): string | null {
  try {
    return contentSha256(rows.map(itemOf))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
