import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { templateFaults, type TemplateFault } from '#shared/qc/template/rules'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, type Author } from '../audit/append'
import { laterThan } from '../../access/crud/seen'
import { statementIn } from '../../platform/list/statement'
import { contentSha256, insertItems, itemsOf, type GivenItem } from './items'
import { recordedItemFaults } from './recorded-items'

export type TemplateRow = Tables['templates']['$inferSelect']
export type VersionRow = Tables['templateVersions']['$inferSelect']

/** A version with its template. */
export type NumberedVersion = { template: TemplateRow; version: VersionRow }

/**
 * The version for new records: the published one, or the published or superseded one with that number. Undefined if
 * there is none; drafts do not count. The caller checks if the template is retired.
 */
export async function currentVersion(
  store: Dialect,
  db: Reader,
  templateId: number,
  versionNo?: number,
): Promise<NumberedVersion | undefined> {
  const found = await numberedVersion(store, db, templateId, versionNo)
  return found?.version.status === 'draft' ? undefined : found
}

/** The version that was in force at a time; before the first publication, the first one. Undefined if there is none. */
export async function versionInForce(
  store: Dialect,
  db: Reader,
  templateId: number,
  at: number,
): Promise<NumberedVersion | undefined> {
  const rows = await versionRows(store, db, { templateId })
  const newestFirst = rows
    .filter(({ version }) => version.status !== 'draft')
    .toSorted((a, b) => b.version.versionNo - a.version.versionNo)
  return newestFirst.find(({ version }) => version.effectiveFrom! <= at) ?? newestFirst.at(-1)
}

/** {@link currentVersion}, with a number also drafts. */
async function numberedVersion(
  store: Dialect,
  db: Reader,
  templateId: number,
  versionNo?: number,
): Promise<NumberedVersion | undefined> {
  const rows = await versionRows(store, db, { templateId })
  return rows.find(({ version }) =>
    versionNo === undefined ? version.status === 'published' : version.versionNo === versionNo,
  )
}

/** {@link numberedVersion} with its items. */
export async function numberedItems(store: Dialect, db: Reader, templateId: number, versionNo?: number) {
  const found = await numberedVersion(store, db, templateId, versionNo)
  return found && { ...found, items: await itemsOf(store, db, found.version.versionId) }
}

const versionRows = statementIn(({ t: { templates, templateVersions }, bind }, db) =>
  db
    .select({ template: templates, version: templateVersions })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.templateId, templates.templateId))
    .where(eq(templates.templateId, bind('templateId'))),
)

/** A template and all of its versions, at least one. @throws Refusal if it does not exist */
export async function templateWithVersions(store: Dialect, db: Reader, templateId: number) {
  const [first, ...others] = await versionRows(store, db, { templateId })
  if (!first) throw notFound()
  return { template: first.template, versions: [first, ...others].map(({ version }) => version) }
}

/** The published version, and the draft. */
export const standing = <Row extends Pick<VersionRow, 'status'>>(versions: readonly Row[]) => ({
  published: versions.find(({ status }) => status === 'published'),
  draft: versions.find(({ status }) => status === 'draft'),
})

/** A template that is not retired. @throws Refusal if it does not exist or is retired */
export async function openTemplate(store: Dialect, db: Reader, templateId: number) {
  const { template, versions } = await templateWithVersions(store, db, templateId)
  if (template.status === 'retired') throw new Refusal(codes.conflict, 'qcTemplate.isRetired', { code: template.code })
  return { template, ...standing(versions), lastNo: Math.max(...versions.map(({ versionNo }) => versionNo)) }
}

/** Inserts an empty draft. */
export async function insertDraft(
  { t: { templateVersions } }: Dialect,
  db: Writer,
  head: Pick<VersionRow, 'templateId' | 'versionNo' | 'lockVersion'>,
  { userId: createBy, now }: Author,
): Promise<VersionRow> {
  const values = { ...head, status: 'draft' as const, createBy, createdAt: now, updatedAt: now }
  const [version] = await db.insert(templateVersions).values(values).returning()
  return version!
}

/** Begins the next version with the content of the published one. @throws Refusal if there is already a draft */
export async function openDraft(store: Dialect, db: Writer, templateId: number, author: Author): Promise<VersionRow> {
  const { draft, published, lastNo } = await openTemplate(store, db, templateId)
  if (draft || !published) throw new Refusal(codes.conflict, 'qcTemplate.draftExists')
  const head = { templateId, versionNo: lastNo + 1, lockVersion: published.lockVersion + 1 }
  const made = await insertDraft(store, db, head, author)
  await insertItems(store, db, made.versionId, await itemsOf(store, db, published.versionId))
  await auditVersion(store, db, author, made, { action: 'openDraft' })
  return made
}

/**
 * Replaces all items of a draft. Items with a key are the same characteristics as before.
 * @param lockVersion of the draft as its author saw it; undefined if the caller has made it in this transaction
 * @throws Refusal if it is no longer a draft, or was changed since
 */
export async function replaceDraftItems(
  store: Dialect,
  db: Writer,
  versionId: number,
  items: readonly GivenItem[],
  author: Author,
  lockVersion?: number,
): Promise<VersionRow> {
  const { templateVersions, templateItems } = store.t
  const [known] = await db.select().from(templateVersions).where(eq(templateVersions.versionId, versionId))
  if (!known) throw notFound()
  const saved = await changeDraft(store, db, known, { lockVersion: known.lockVersion + 1 }, author, lockVersion)
  await db.delete(templateItems).where(eq(templateItems.versionId, versionId))
  const after = contentSha256(await insertItems(store, db, versionId, items))
  await auditVersion(store, db, author, saved, { action: 'saveDraft', new: after })
  return saved
}

/**
 * Deletes a draft.
 * @param lockVersion as in {@link replaceDraftItems}; undefined also from other clients of the API family
 * @throws Refusal if there is none, it was changed since, or the template would have no version
 */
export async function discardDraft(
  store: Dialect,
  db: Writer,
  templateId: number,
  author: Author,
  lockVersion?: number,
): Promise<VersionRow> {
  const { templateVersions, templateItems } = store.t
  const { draft: known, published } = await openTemplate(store, db, templateId)
  if (!known) throw noDraft()
  if (!published) throw new Refusal(codes.conflict, 'qcTemplate.onlyDraft')
  const draft = await changeDraft(store, db, known, {}, author, lockVersion)
  const content = contentSha256(await itemsOf(store, db, draft.versionId))
  await db.delete(templateItems).where(eq(templateItems.versionId, draft.versionId))
  await db.delete(templateVersions).where(eq(templateVersions.versionId, draft.versionId))
  // The next draft continues this lock version, so that an old page cannot save the deleted draft over the new one.
  await db
    .update(templateVersions)
    .set({ lockVersion: draft.lockVersion })
    .where(eq(templateVersions.versionId, published.versionId))
  await auditVersion(store, db, author, draft, { action: 'discardDraft', old: content })
  return draft
}

/**
 * Publishes the draft; the version in force is superseded.
 * @param lockVersion as in {@link replaceDraftItems}
 * @throws FaultyDraft if no records could be made with it, or an item would mix values of two types or units
 * @throws Refusal if there is no draft, it was changed since, or it equals the published version
 */
export async function publishDraft(
  store: Dialect,
  db: Writer,
  templateId: number,
  changeNote: string,
  author: Author,
  lockVersion?: number,
): Promise<VersionRow> {
  const { templateVersions } = store.t
  const { draft, published } = await openTemplate(store, db, templateId)
  if (!draft) throw noDraft()
  if (lockVersion !== undefined && lockVersion !== draft.lockVersion) throw stale()
  const items = await itemsOf(store, db, draft.versionId)
  const faults = [...templateFaults(items), ...(await recordedItemFaults(store, db, templateId, items))]
  if (faults.length > 0) throw new FaultyDraft(faults)
  const content = contentSha256(items)
  if (content === published?.contentSha256) throw new Refusal(codes.conflict, 'qcTemplate.nothingChanged')
  if (published) {
    await db
      .update(templateVersions)
      .set({ status: 'superseded', updatedAt: author.now })
      .where(eq(templateVersions.versionId, published.versionId))
  }
  const change = {
    status: 'published' as const,
    changeNote,
    effectiveFrom: author.now,
    publishedAt: author.now,
    publishedBy: author.userId,
    publishedByName: author.name,
    contentSha256: content,
  }
  const made = await changeDraft(store, db, draft, change, author, lockVersion)
  const old = published?.contentSha256 ?? null
  await auditVersion(store, db, author, made, { action: 'publish', old, new: content, reason: changeNote })
  return made
}

/** Changes the head of a draft, and the time of its template's last change. */
async function changeDraft(
  { t: { templateVersions, templates } }: Dialect,
  db: Writer,
  { versionId, templateId }: VersionRow,
  change: Partial<VersionRow>,
  { now: updatedAt }: Author,
  lockVersion?: number,
): Promise<VersionRow> {
  const isAsSeen = lockVersion === undefined ? undefined : eq(templateVersions.lockVersion, lockVersion)
  const isDraft = and(eq(templateVersions.versionId, versionId), eq(templateVersions.status, 'draft'), isAsSeen)
  const [changed] = await db
    .update(templateVersions)
    .set({ ...change, updatedAt })
    .where(isDraft)
    .returning()
  if (!changed) throw stale()
  const ofHead = laterThan(templates.updatedAt, updatedAt)
  await db.update(templates).set({ updatedAt: ofHead }).where(eq(templates.templateId, templateId))
  return changed
}

type VersionEntry = { action: string; old?: string | null; new?: string; reason?: string }

/** Writes an audit entry about a version. */
const auditVersion = (
  store: Dialect,
  db: Writer,
  author: Author,
  { templateId, versionNo }: VersionRow,
  { action, ...rest }: VersionEntry,
) =>
  appendAudit(store, db, author, [
    { entity: 'template', entityId: templateId, action, field: `version/${versionNo}`, ...rest },
  ])

export const noDraft = () => new Refusal(codes.conflict, 'qcTemplate.noDraft')
const stale = () => new Refusal(codes.conflict, 'qcTemplate.stale')

/** The refusal of a draft that cannot be published, with all of its faults. */
export class FaultyDraft extends Refusal<'qcTemplate.faulty'> {
  readonly faults: readonly TemplateFault[]

  constructor(faults: readonly TemplateFault[]) {
    super(codes.badRequest, 'qcTemplate.faulty', { count: faults.length })
    this.faults = faults
  }
}
