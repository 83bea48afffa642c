import type { InboxItem } from '#shared/qc/inbox'
import { equipmentPath } from '#shared/qc/paths'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Facts } from '../../../../ui/layout/Fact'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText } from '../../../../ui/useText'
import { PaneBar } from './PaneBar'
import type { InboxView } from './useInbox'

/** Equipment with calibration due. Its new date is entered in the list of equipment. */
export function EquipmentPane({ item, inbox }: { item: InboxItem | undefined; inbox: InboxView }) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <>
      {item ? (
        <header className="card inbox-head">
          <h2 tabIndex={-1}>{localized({ name: item.title, nameEn: item.titleEn })}</h2>
          <Facts
            className="facts record-facts"
            of={[
              [t('qc.code'), item.number],
              [t('qc.product'), item.product?.toUpperCase()],
              [t('qcEquipment.calibrationDue'), item.dueOn],
            ]}
          />
        </header>
      ) : (
        <div className="card">
          <EmptyState icon="check" text={t('qcInbox.gone')} />
        </div>
      )}
      <PaneBar inbox={inbox} href={item && equipmentPath(item.number)} isOpenPrimary />
    </>
  )
}
