import { beyondSignIn } from '../../ui/app/beyond-sign-in'
import * as shell from '../Shell'

/** The code behind the sign-in, with its texts, styles and icons; loaded while the operator still types. */
export const loadShell = () => beyondSignIn(async () => shell)
