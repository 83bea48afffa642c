import { useMemo, useState } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import { inspect } from '#shared/spc/sampling/inspection'
import { withValue, type EnteredValue } from '../../../stores/qc/entered'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import type { Entry } from '../../../ui/qc/entry/entry'
import { ItemScreen } from '../../../ui/qc/entry/ItemScreen'
import { OverviewLine } from '../../../ui/qc/entry/Overview'
import { groupsOf, type Step } from '../../../ui/qc/entry/steps'
import { Verdict } from '../../../ui/qc/Verdict'
import { useText } from '../../../ui/useText'
import '../../../ui/qc/entry/PhoneEntry.css'

/** No draft of the device has this id: nothing entered here is stored. */
const NO_DRAFT = 'preview'

/** The items as in entry on a phone, to try them. Nothing is stored. */
export default function Preview({ items }: { items: readonly TemplateItem[] }) {
  const t = useText()
  const [values, setValues] = useState<readonly EnteredValue[]>([])
  const [key, setKey] = useState<string>()
  const inspection = useMemo(() => inspect(items, values), [items, values])
  const [set] = useState((): Entry['set'] => (itemKey, sampleNo, change) => {
    setValues((before) => withValue(before, itemKey, sampleNo, change))
  })
  const groups = groupsOf({ items, values, inspection })
  const steps = groups.flatMap((group) => group.steps)
  const index = steps.findIndex((step) => step.key === key)
  const step = steps[index]
  const goTo = (next: Step | undefined) => setKey(next?.key)
  if (groups.length === 0) return <EmptyState icon="phone" text={t('qcTemplate.previewEmpty')} />
  return (
    <div className="template-phone">
      <p className="split muted small template-phone-head">
        {step ? (
          <Button variant="text" icon="chevron-left" onClick={() => goTo(undefined)}>
            {t('qcEntry.overview')}
          </Button>
        ) : (
          t('qcTemplate.previewIntro')
        )}
        <Verdict value={inspection.judgement} />
      </p>
      {step ? (
        <ItemScreen
          key={step.key}
          step={step}
          steps={steps.filter(({ item }) => item.itemKey === step.item.itemKey)}
          remark=""
          clientUid={NO_DRAFT}
          isFirst={index === 0}
          isLast={index === steps.length - 1}
          set={set}
          onGo={goTo}
          onPrevious={() => goTo(steps[index - 1])}
          onNext={() => goTo(steps[index + 1])}
        />
      ) : (
        <ul className="phone-list">
          {groups.map((group) => (
            <OverviewLine key={group.item.itemKey} group={group} onGo={goTo} />
          ))}
        </ul>
      )}
    </div>
  )
}
