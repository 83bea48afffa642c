import { instantOrNull, stampsOf } from '../../platform/list/wire'
import { eq } from 'drizzle-orm'
import type { TemplateDetail, Version, VersionHead, TemplateDiff } from '#shared/qc/template/schema'
import { differences } from '#shared/qc/template/diff'
import type { Reading, Store } from '../../platform/store'
import type { Operator } from '../../access/session/queries'
import { oneRow } from '../../platform/list/statement'
import { itemOf, itemRowsOf } from './items'
import { headOf, recordsBound, selectedTemplates, versionsOfMany } from './list'
import { standing, type VersionRow, numberedItems } from './version'

const byId = oneRow((store) =>
  selectedTemplates(store).where(eq(store.t.templates.templateId, store.bind('templateId'))),
)

/** The requested version beside the draft, and whether the caller may see drafts. */
type VersionChoice = { versionNo?: number | undefined; withDraft?: boolean }

/**
 * A template with its published version, or that of `versionNo`, as of one moment. Undefined if the template or version
 * does not exist. Only records within the operator's data scope are counted.
 */
export const getTemplate = (store: Store, ...question: TemplateQuestion): Promise<TemplateDetail | undefined> =>
  store.snapshot((at) => templateAt(at, ...question))

type TemplateQuestion = [operator: Operator, templateId: number, choice?: VersionChoice]

async function templateAt(
  store: Reading,
  ...[operator, templateId, { versionNo, withDraft = true } = {}]: TemplateQuestion
): Promise<TemplateDetail | undefined> {
  const [row, all] = await Promise.all([byId(store, { templateId }), versionRows(store, templateId)])
  if (!row) return undefined
  const rows = all.filter(({ status }) => withDraft || status !== 'draft')
  const { published, draft } = standing(rows)
  const wanted = versionNo === undefined ? published : rows.find((version) => version.versionNo === versionNo)
  if (versionNo !== undefined && !wanted) return undefined
  const versionIds = rows.map(({ versionId }) => versionId)
  const shown = [wanted, draft].flatMap((version) => version?.versionId ?? [])
  const [records, items] = await Promise.all([
    recordsBound(store, operator, versionIds),
    itemRowsOf(store, store.db, shown),
  ])
  const versions = rows.map((version) => versionHeadOf(version, records.get(version.versionId) ?? 0))
  function whole(version: VersionRow | undefined): Version | null {
    const head = versions.find(({ versionId }) => versionId === version?.versionId)
    return head ? { ...head, items: items.filter(({ versionId }) => versionId === head.versionId).map(itemOf) } : null
  }
  const { chartFrom, signLevels, isLotRequired, remark } = row
  return {
    ...headOf(row, published, draft),
    chartFrom,
    signLevels,
    isLotRequired,
    remark,
    createdAt: stampsOf(row).createdAt,
    version: whole(wanted),
    draft: whole(draft),
    versions,
    recordCount: versions.reduce((sum, version) => sum + version.recordCount, 0),
  }
}

const versionRows = (store: Reading, templateId: number) =>
  versionsOfMany(store, { templates: JSON.stringify({ ids: [templateId] }) })

function versionHeadOf(row: VersionRow & { itemCount: number }, recordCount: number): VersionHead {
  const { versionId, versionNo, status, changeNote, publishedByName, contentSha256, lockVersion, itemCount } = row
  return {
    versionId,
    versionNo,
    status,
    changeNote,
    effectiveFrom: instantOrNull(row.effectiveFrom),
    publishedAt: instantOrNull(row.publishedAt),
    publishedByName,
    contentSha256,
    lockVersion,
    updatedAt: stampsOf(row).updatedAt,
    itemCount,
    recordCount,
  }
}

/** The differences between two versions of a template, also drafts; undefined if one does not exist. */
export async function diffTemplate(
  store: Store,
  templateId: number,
  { from, to }: { from: number; to: number },
): Promise<TemplateDiff | undefined> {
  const [before, after] = await Promise.all([from, to].map((no) => numberedItems(store, store.db, templateId, no)))
  return before && after && { from, to, items: differences(before.items, after.items) }
}
