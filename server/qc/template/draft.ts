import type { OperationAction } from '#shared/constants'
import type { AnyTextKey } from '#shared/i18n/text'
import type { DraftChange, DraftSeen, Publication, TemplateDetail } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import type { Store, Writer } from '../../platform/store'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { authorOf, type Author } from '../audit/append'
import { getTemplate } from './queries'
import { withOwnKeys } from './items'
import {
  discardDraft,
  noDraft,
  openDraft,
  openTemplate,
  publishDraft,
  replaceDraftItems,
  type VersionRow,
} from './version'
import { entryOf } from './write'

/** Begins the next version of a template. @throws Refusal as {@link openDraft}, with the template if it has a draft */
export const startDraft = (store: Store, templateId: number, context: RequestContext): Promise<TemplateDetail> =>
  onVersion(store, templateId, context, 'create', (db, author) => openDraft(store, db, templateId, author))

/** Saves all items of the draft. @throws Refusal with the template if somebody else has changed it */
export const saveDraft = (
  store: Store,
  templateId: number,
  { lockVersion, items }: DraftChange,
  context: RequestContext,
) =>
  onVersion(store, templateId, context, 'update', async (db, author) => {
    const { draft } = await openTemplate(store, db, templateId)
    if (!draft) throw noDraft()
    const own = await withOwnKeys(store, db, templateId, items)
    return replaceDraftItems(store, db, draft.versionId, own, author, lockVersion)
  })

/** @throws Refusal as {@link discardDraft}, with the template if somebody else has changed or discarded the draft */
export const dropDraft = (store: Store, templateId: number, { lockVersion }: DraftSeen, context: RequestContext) =>
  onVersion(store, templateId, context, 'delete', (db, author) =>
    discardDraft(store, db, templateId, author, lockVersion),
  )

/** @throws Refusal as {@link publishDraft}, with the template if another request was faster */
export const publishTemplate = (store: Store, templateId: number, publication: Publication, context: RequestContext) =>
  onVersion(store, templateId, context, 'update', (db, author) =>
    publishDraft(store, db, templateId, publication.changeNote, author, publication.lockVersion),
  )

/** The refusals that carry the present template: the caller did not see somebody else's change. */
const overtaken: readonly AnyTextKey[] = ['qcTemplate.stale', 'qcTemplate.noDraft', 'qcTemplate.draftExists']

/** Runs a change of a version, logs it, and returns the template after it. */
async function onVersion(
  store: Store,
  templateId: number,
  context: RequestContext,
  action: OperationAction,
  work: (db: Writer, author: Author) => Promise<VersionRow>,
): Promise<TemplateDetail> {
  try {
    await store.tx(async (db) => {
      const { template } = await openTemplate(store, db, templateId)
      const { versionNo } = await work(db, await authorOf(store, db, context))
      const { record, name } = entryOf(template)
      await writeOperation(store, db, context, { action, record, name: `${name} v${versionNo}` })
    })
  } catch (error) {
    const isOvertaken = error instanceof Refusal && overtaken.includes(error.key)
    throw isOvertaken ? error.carrying(await getTemplate(store, context.operator, templateId)) : error
  }
  return (await getTemplate(store, context.operator, templateId))! // a template is never deleted
}
