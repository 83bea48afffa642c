/** Everything behind the sign-in; fetched while the operator still types. */
export const loadShell = () => import('./Shell')
