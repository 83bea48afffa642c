import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ref } from 'valtio'
import type { LocalDraft } from '../../../stores/qc/draft'
import { carriedOver } from '../../../stores/qc/draft-version'
import { markDraft } from '../../../stores/qc/drafts'
import { isEntered } from '../../../stores/qc/entered'
import { Button } from '../../Button'
import { confirm } from '../../overlay/confirm'
import { toast } from '../../overlay/toast'
import { tr, useText } from '../../useText'
import { templateToBegin } from '../entry/template-query'

/** Continues a draft whose version was superseded with the published one. Nothing if that is not why it was refused. */
export function NewVersionButton({ draft, onDone }: { draft: LocalDraft; onDone?: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  if (!('versionNo' in draft.faults)) return null

  async function goOn() {
    setIsBusy(true)
    try {
      const { value: next } = await queries.fetchQuery({ ...templateToBegin(draft.template.templateId), staleTime: 0 })
      if (!next || next.versionNo === draft.template.versionNo) throw new Error(tr('error.network'))
      const { values, photos } = carriedOver(draft, next)
      const lost = draft.values.filter(isEntered).length - values.filter(isEntered).length
      const isSure = await confirm({
        title: tr('qcDraft.versionTitle', { no: next.versionNo }),
        text: lost > 0 ? tr('qcDraft.versionLoses', { count: lost }) : tr('qcDraft.versionKeeps'),
        confirmLabel: tr('qcDraft.versionConfirm'),
      })
      if (!isSure) return
      const content = { template: ref(next), values: ref(values), photos: ref(photos) }
      await markDraft(draft.clientUid, () => ({ ...content, state: 'editing', fault: null, faults: {} }))
      onDone?.()
    } catch (error) {
      toast.show(error instanceof Error ? error.message : tr('error.network'), { tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button busy={isBusy} onClick={() => void goOn()}>
      {t('qcDraft.newVersion')}
    </Button>
  )
}
