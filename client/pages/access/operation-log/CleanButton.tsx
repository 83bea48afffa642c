import { operationApi } from '../../../api/access/operation-log'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { isDone } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'

/** Deletes the whole log, after a question that names what goes. */
export function CleanButton({ refresh }: { refresh: () => void }) {
  const t = useText()
  return (
    <Allow tags={['admin:sysOperLog:remove']}>
      <Button icon="trash" onClick={() => void clean(refresh)}>
        {t('operation.clean')}
      </Button>
    </Allow>
  )
}

async function clean(refresh: () => void) {
  let count = 0
  const counting = operationApi.count().then((found) => (count = found))
  if (!(await isDone(counting))) return
  const isSure = await confirm({
    title: tr('operation.clean'),
    text: tr('operation.cleanText', { count }),
    confirmLabel: tr('operation.cleanSubmit', { count }),
    tone: 'danger',
  })
  if (!isSure) return
  const cleaning = operationApi.clean().then((gone) => (count = gone))
  if (!(await isDone(cleaning))) return
  toast.show(tr('operation.cleaned', { count }), { tone: 'success' })
  refresh()
}
