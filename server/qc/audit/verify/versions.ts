import { and, asc, eq, inArray } from 'drizzle-orm'
import { rowsInChunks } from '../../../platform/chunks/chunk'
import { literal } from '../../../platform/list/statement'
import type { Dialect, Reader, Store } from '../../../platform/store'
import { contentSha256, itemOf, itemRowsOf, type ItemRow } from '../../template/items'
import type { VersionRow } from '../../template/version'
import type { AuditRow } from '../append'
import { unreadable, type Faults, type FoundFault } from './faults'
import { compareAll, inTrail } from './scan'

/** Maximum of templates per batch. */
const MOST = 5

/** A published version according to the trail. Its number is NaN if unreadable. */
type Publication = Pick<AuditRow, 'id' | 'at' | 'actorId' | 'actorName' | 'new' | 'reason'> & {
  templateId: number
  versionNo: number
}
type VersionedTemplate = {
  id: number
  publications: Publication[]
  versions: { version: VersionRow; code: string; items: ItemRow[] }[]
}

/**
 * Compares every version ever published with its publication in the trail: content, author, time and reason.
 * @returns the number of versions
 */
export async function checkVersions(store: Store, faults: Faults): Promise<number> {
  const { audits, templates } = store.t
  let count = 0
  await compareAll<VersionedTemplate>(store, faults, {
    sources: [
      { table: templates, id: templates.templateId },
      { table: audits, id: audits.entityId, where: and(isPublication(store), inTrail(store.t)) },
    ],
    most: MOST,
    read: (db, ids) => readTemplates(store, db, ids),
    visit({ publications, versions }) {
      if (publications.some(({ id }) => faults.isUntrue(id))) return
      count += versions.filter(({ version }) => version.status !== 'draft').length
    },
    entriesOf: ({ publications }) => publications,
    faultsOf: versionFaults,
  })
  return count
}

const isPublication = ({ t: { audits } }: Dialect) =>
  and(eq(audits.entity, literal('template')), eq(audits.action, literal('publish')))

async function readTemplates(store: Dialect, db: Reader, ids: readonly number[]): Promise<VersionedTemplate[]> {
  const { templates, templateVersions } = store.t
  const publications = Map.groupBy(await publicationsOf(store, db, ids), ({ templateId }) => templateId)
  const rows = await db
    .select({ version: templateVersions, code: templates.code })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
    .where(inArray(templateVersions.templateId, ids))
  const versionIds = rows.map(({ version }) => version.versionId)
  const items = await rowsInChunks(versionIds, (chunk) => itemRowsOf(store, db, chunk))
  const itemsOf = Map.groupBy(items, ({ versionId }) => versionId)
  const versions = rows.map((row) => ({ ...row, items: itemsOf.get(row.version.versionId) ?? [] }))
  const versionsOf = Map.groupBy(versions, ({ version }) => version.templateId)
  return ids.map((id) => ({ id, publications: publications.get(id) ?? [], versions: versionsOf.get(id) ?? [] }))
}

/** The publications in the trail, in its order. */
async function publicationsOf(store: Dialect, db: Reader, templateIds: readonly number[]): Promise<Publication[]> {
  const { audits } = store.t
  const { id, at, actorId, actorName, field, new: content, reason, entityId: templateId } = audits
  const rows = await db
    .select({ id, at, actorId, actorName, field, new: content, reason, templateId })
    .from(audits)
    .where(and(isPublication(store), inArray(templateId, templateIds), inTrail(store.t)))
    .orderBy(asc(id))
  return rows.map(({ field, ...row }) => ({ ...row, versionNo: Number(/^version\/(\d+)$/.exec(field ?? '')?.[1]) }))
}

function versionFaults({ id: templateId, publications, versions }: VersionedTemplate): FoundFault[] {
  const broken = publications.filter(({ versionNo }) => !Number.isSafeInteger(versionNo))
  if (broken.length > 0) return broken.map(({ id }) => unreadable(id))
  const ofVersions = versions.flatMap(({ version, code, items }): FoundFault[] => {
    const index = publications.findLastIndex(({ versionNo }) => versionNo === version.versionNo)
    const about = { kind: 'version', templateId, values: { code, version: version.versionNo } } as const
    const publication = publications[index]
    if (!publication) return version.status === 'draft' ? [] : [{ ...about, key: 'qcAudit.fault.versionUntold' }]
    const faults = headFaults(version, code, publication, publications[index + 1])
    const { new: expected } = publication
    const hash = hashOf(items)
    if (hash === expected && version.contentSha256 === expected) return faults
    const found = hash === expected ? version.contentSha256 : hash
    return [...faults, { ...about, key: 'qcAudit.fault.versionChanged', expected, found }]
  })
  const numbers = new Set(versions.map(({ version }) => version.versionNo))
  const gone = publications.flatMap(({ versionNo }): FoundFault[] => {
    if (numbers.has(versionNo)) return []
    const values = { id: templateId, version: versionNo }
    return [{ kind: 'version', templateId, key: 'qcAudit.fault.versionGone', values }]
  })
  return [...ofVersions, ...gone]
}

/** The differences between a version and its publication. `next` is the following publication. */
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
    // the last change of a superseded version is the publication of the next one
    updatedAt: (next ?? publication).at,
  } satisfies Partial<Record<keyof VersionRow, string | number>>
  return Object.entries(expected).flatMap(([field, value]): FoundFault[] => {
    const found = version[field as keyof typeof expected] // of these
    if (found === value) return []
    const message = { key: 'qcAudit.fault.versionDiffers', values: { code, version: versionNo, field } } as const
    const sides = { expected: String(value), found: found === null ? null : String(found) }
    return [{ kind: 'version', templateId, ...message, field, ...sides }]
  })
}

/** Null if the items are unreadable. */
function hashOf(rows: readonly ItemRow[]): string | null {
  try {
    return contentSha256(rows.map(itemOf))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
