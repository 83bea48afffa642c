import { DraftQueue } from './DraftQueue'
import { useDrafts } from './useDraft'

/** What the operator has begun on this device and the server does not have yet; nothing where there is none. */
export default function LocalDrafts() {
  const { list } = useDrafts()
  if (list.length === 0) return null
  return (
    <div className="record-drafts card">
      <DraftQueue />
    </div>
  )
}
