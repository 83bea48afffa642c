import { beyondSignIn } from '../../ui/app/beyond-sign-in'
import * as shell from '../Shell'

/** Everything behind the sign-in, with what it is drawn with; fetched while the operator still types. */
export const loadShell = () => beyondSignIn(async () => shell)
