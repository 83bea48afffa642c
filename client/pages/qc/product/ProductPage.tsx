import { clockText } from '#shared/qc/clock'
import type { Shift } from '#shared/qc/product'
import { product } from '#shared/qc/product-resource'
import { productApi } from '../../../api/qc/product'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { Named } from '../../../ui/qc/Named'
import { listPage } from '../../../ui/record/declared'
import { recordPage } from '../../../ui/record/RecordPage'
import './product.css'

const products = listPage(product, {
  api: productApi,
  Form: dialogPart(() => import('./ProductForm')),
  setStatus: productApi.setStatus,
  cells: {
    shifts: ({ shifts }) => <Shifts of={shifts} />,
    dayStartMin: ({ dayStartMin }) => clockText(dayStartMin),
  },
})

/** Product lines, each with its time zone and its shifts. */
export default recordPage(products)

function Shifts({ of }: { of: readonly Shift[] }) {
  if (of.length === 0) return '-'
  return (
    <span className="row inline stretch wrap product-shifts">
      {of.map((shift) => (
        <span key={shift.shiftId}>
          <Named of={shift} /> {clockText(shift.startMin)}–{clockText(shift.endMin)}
        </span>
      ))}
    </span>
  )
}
