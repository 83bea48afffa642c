const words = /password|passwd|pwd|token|secret|hash|credential|cookie|authorization|密码|口令|令牌|密钥/i
/** Of the many things that are called a key, those that open something. */
const key = /[_.]key$|(private|api)key$/i

/**
 * A field with such a name is never shown, not in a log either. A parameter with such a name is probably a secret: the
 * form proposes that, its flag decides.
 */
export const isSecretName = (name: string): boolean => words.test(name) || key.test(name)
