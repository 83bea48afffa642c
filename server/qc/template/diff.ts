import { differences } from '#shared/qc/template/diff'
import type { TemplateDiff } from '#shared/qc/template/schema'
import type { Store } from '../../platform/store'
import { numberedVersion } from './version'

/** What differs between two versions of a template, drafts among them; undefined where one is not there. */
export async function diffTemplate(
  store: Store,
  templateId: number,
  { from, to }: { from: number; to: number },
): Promise<TemplateDiff | undefined> {
  const [before, after] = await Promise.all([from, to].map((no) => numberedVersion(store, store.db, templateId, no)))
  return before && after && { from, to, items: differences(before.items, after.items) }
}
