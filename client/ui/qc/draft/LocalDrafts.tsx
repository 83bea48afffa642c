import { DraftQueue } from './DraftQueue'
import { useDrafts } from './useDraft'

/** The records begun on this device that the server does not have yet; nothing if there are none. */
export default function LocalDrafts() {
  const { list } = useDrafts()
  if (list.length === 0) return null
  return (
    <div className="record-drafts card">
      <DraftQueue />
    </div>
  )
}
