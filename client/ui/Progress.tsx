import { useSnapshot } from 'valtio'
import { progress } from './waiting'
import './Progress.css'

export { startProgress } from './waiting'

/** A thin bar at the top of the window while anything counted by `startProgress` takes longer than a moment. */
export const Progress = () => useSnapshot(progress).running > 0 && <div className="progress" aria-hidden="true" />
