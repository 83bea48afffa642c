import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { draftPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Failure } from '../../../api/http'
import { startDraft } from '../../../stores/qc/drafts'
import { session } from '../../../stores/session'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/icons/Icon'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { toast } from '../../../ui/overlay/toast'
import { templateToBegin } from '../../../ui/qc/entry/template-query'
import { tr, useText } from '../../../ui/useText'

/**
 * For the operator after a submission: starts another record of the same template at the same machine, or scans the
 * next label.
 */
export function NextRecord({ record }: { record: RecordDetail }) {
  const t = useText()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { userId } = useSnapshot(session)
  const mayAdd = useAllowed(['qc:record:add'])
  const isNarrow = useIsNarrow()
  const [isBusy, setIsBusy] = useState(false)
  const { templateId, equipmentId, equipmentName, equipmentNameEn } = record
  if (!mayAdd || record.operatorId !== userId || record.status === 'draft' || record.status === 'voided') return null

  async function begin() {
    setIsBusy(true)
    try {
      const { value: template } = await queries.fetchQuery(templateToBegin(templateId))
      if (!template) return void toast.show(tr('qcEntry.startNone'), { tone: 'error' })
      navigate(draftPath(await startDraft({ template, equipmentId, equipmentName, equipmentNameEn })))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      toast.show(error.message, { tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      {isNarrow && (
        <Link className="button button-default" href="/caliper/qr-code-info">
          <Icon name="scan" />
          {t('qcQr.another')}
        </Link>
      )}
      <Button icon="plus" busy={isBusy} onClick={() => void begin()}>
        {t('qcRecord.another')}
      </Button>
    </>
  )
}
