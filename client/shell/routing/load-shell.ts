import { beyondSignIn } from '../../ui/app/beyond-sign-in'

/** Everything behind the sign-in; fetched while the operator still types. */
export const loadShell = () => beyondSignIn(() => import('../Shell'))
