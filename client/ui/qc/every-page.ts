/** What every page loads after it is drawn, in one file: each file is a request. */
export { BellButton } from './signal/BellButton'
export { DraftCount } from './draft/DraftCount'
export { InboxCount } from './inbox/InboxCount'
