import type { TemplateItem } from '#shared/qc/template/schema'
import type { DraftTemplate, LocalDraft } from './draft'
import type { EnteredPhoto, EnteredValue } from './entered'

type Carried = { values: EnteredValue[]; photos: EnteredPhoto[] }

/**
 * What of a draft goes over to another version of its template: the values of items that ask the same, to be confirmed
 * anew under the new limits, and every photo.
 */
export function carriedOver({ template, values, photos }: Entered, next: DraftTemplate): Carried {
  const before = new Map(template.items.map((item) => [item.itemKey, item]))
  const after = new Map(next.items.map((item) => [item.itemKey, item]))
  return {
    values: values.flatMap((value) => {
      const [old, item] = [before.get(value.itemKey), after.get(value.itemKey)]
      if (!old || !item || questionOf(old) !== questionOf(item) || value.sampleNo > item.sampleSize) return []
      return { ...value, confirmed: false, gaugeId: old.gaugeKind === item.gaugeKind ? value.gaugeId : null }
    }),
    photos: photos.map((photo) => (photo.itemKey && after.has(photo.itemKey) ? photo : { ...photo, itemKey: null })),
  }
}

type Entered = Pick<LocalDraft, 'template' | 'values' | 'photos'>

/** What the answer to an item means. Limits only judge it. */
const questionOf = ({ type, unit, choices }: TemplateItem) =>
  JSON.stringify([type, unit, choices.map(({ code, name }) => [code, name])])
