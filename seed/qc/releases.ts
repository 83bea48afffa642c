import { DAY_MS, MINUTE_MS } from '#shared/durations'
import type { Author } from '#server/qc/audit/append'
import { openDraft, publishDraft, replaceDraftItems } from '#server/qc/template/version'
import { insertTemplate, retireTemplate } from '#server/qc/template/write'
import type { Dialect, Writer } from '#server/platform/store/index'
import type { Calendar } from './calendar'
import type { TemplatePlan, VersionPlan } from './template-plan'
import { templatePlans } from './templates'

/** An event of a template: a version is published, a draft begins, or the template is retired. */
export type Release = { template: TemplatePlan; day: number; at: number } & (
  | { kind: 'publish'; version: VersionPlan }
  | { kind: 'draft'; version: Pick<VersionPlan, 'items'> }
  | { kind: 'retire' }
)

/** All events in order of time; days before the year are negative. */
export function releasesOf({ startOf, lastDay }: Calendar): Release[] {
  const atDay = (day: number) => (day >= 1 ? startOf(day) : startOf(1) + day * DAY_MS)
  return templatePlans
    .flatMap((template, index): Release[] => {
      const on = (day: number) => ({ template, day, at: atDay(day) - (templatePlans.length - index) * MINUTE_MS })
      const draftDay = lastDay - DRAFT_DAYS
      return [
        ...template.versions.map((version) => ({ ...on(version.fromDay), kind: 'publish' as const, version })),
        ...(template.draft ? [{ ...on(draftDay), kind: 'draft' as const, version: template.draft }] : []),
        ...(template.retiredOn ? [{ ...on(template.retiredOn), kind: 'retire' as const }] : []),
      ]
    })
    .sort((a, b) => a.at - b.at)
}

/** The draft begins this many days before the end. */
const DRAFT_DAYS = 3

/** A version of records. */
export type Released = { templateId: number; versionId: number; versionNo: number }

type ReleaseContext = {
  productId: number
  /** The last published version. */
  current: Released | undefined
  author: Author
}

/** Executes a release. @returns the published version */
export async function release(
  store: Dialect,
  db: Writer,
  planned: Release,
  { productId, current, author }: ReleaseContext,
): Promise<Released | undefined> {
  const { template } = planned
  if (planned.kind === 'retire') {
    await retireTemplate(store, db, current!.templateId, template.remark, author)
    return undefined
  }
  const { code, name, nameEn, stage, signLevels, isLotRequired, remark } = template
  const head = {
    productId,
    code,
    name,
    nameEn,
    stage,
    signLevels,
    isLotRequired,
    remark,
    chartFrom: 'submitted' as const,
  }
  const { templateId, versionId } = current
    ? await openDraft(store, db, current.templateId, author)
    : await insertTemplate(store, db, head, author)
  await replaceDraftItems(store, db, versionId, planned.version.items, author)
  if (planned.kind === 'draft') return undefined
  const { versionNo } = await publishDraft(store, db, templateId, planned.version.changeNote, author)
  return { templateId, versionId, versionNo }
}
