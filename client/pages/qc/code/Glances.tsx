import { Link } from 'wouter'
import { templateOf } from '#shared/qc/localized-name'
import type { Glance } from '#shared/qc/label/schema'
import { recordPath } from '#shared/qc/paths'
import { useCalled } from '../../../ui/qc/localized-name'
import { Verdict } from '../../../ui/qc/Verdict'
import { Time } from '../../../ui/time'

/** Records in short, each the way to all of it. */
export function Glances({ list }: { list: readonly Glance[] }) {
  const called = useCalled()
  return (
    <ul className="qr-list">
      {list.map((record) => (
        <li key={record.qcValueBaseId}>
          <Link href={recordPath(record.qcValueBaseId)} className="qr-glance">
            {record.recordNo}
            <small>
              {called(templateOf(record))} · <Time value={record.inspectedAt} />
            </small>
          </Link>
          <Verdict value={record.judgement} />
        </li>
      ))}
    </ul>
  )
}
