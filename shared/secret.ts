const words = /password|passwd|pwd|token|secret|hash|credential|cookie|authorization|密码|口令|令牌|密钥/i
/** Of all names with `key`, those of secrets. */
const key = /[_.]key$|(private|api)key$/i

/**
 * A field with such a name is never shown, also not in a log. A parameter with such a name is probably a secret: the
 * form proposes that, its flag decides.
 */
export const isSecretName = (name: string): boolean => words.test(name) || key.test(name)
