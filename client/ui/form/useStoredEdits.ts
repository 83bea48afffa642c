import { useEffect, useRef, useState } from 'react'
import type { StoredEdits } from '../../stores/qc/stored-edits'

/** Changes are written to the device after this pause. */
const PAUSE_MS = 250

/**
 * Stores an edit on the device while it differs from the server's version, and restores it.
 *
 * @param edit the edit to store; undefined while nothing may be changed
 * @param isChanged whether it differs
 * @param onFound gets the stored edit, unless something has been changed meanwhile
 * @returns whether the device stores it: then the edit is there when the page is opened again
 */
export function useStoredEdits<Edit>(
  edits: StoredEdits<Edit>,
  id: number,
  edit: Edit | undefined,
  isChanged: boolean,
  onFound: (kept: Edit) => void,
): boolean {
  const latest = useRef({ edit, isChanged, onFound })
  const isKept = useRef(false)
  const isRead = useRef(false)
  const [isTaken, setIsTaken] = useState(false)
  const [flush] = useState(() => () => {
    if (latest.current.edit && latest.current.isChanged) void edits.write(id, latest.current.edit).then(setIsTaken)
  })
  useEffect(() => {
    latest.current = { edit, isChanged, onFound }
  })

  const isOn = edit !== undefined
  useEffect(() => {
    if (!isOn) return
    if (!isRead.current) {
      isRead.current = true
      void edits.read(id).then((kept) => {
        isKept.current = kept !== undefined
        if (!kept || latest.current.isChanged) return
        setIsTaken(true)
        latest.current.onFound(kept)
      })
    }
    function leave() {
      if (latest.current.edit && latest.current.isChanged) edits.note(id, latest.current.edit)
      flush()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      flush()
    }
  }, [edits, id, isOn, flush])

  useEffect(() => {
    if (!edit) return
    if (isChanged) {
      isKept.current = true
      const timer = setTimeout(flush, PAUSE_MS)
      return () => clearTimeout(timer)
    }
    if (isKept.current) void edits.remove(id)
    isKept.current = false
    return
  }, [edits, id, edit, isChanged, flush])
  return isTaken
}
