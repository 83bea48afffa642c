const words = /password|passwd|pwd|token|secret|hash|credential|cookie|authorization|密码|口令|令牌|密钥/i
/** Of the many things that are called a key, those that open something. */
const key = /[_.]key$|(private|api)key$/i

/** What is called so, a field or a parameter, holds what nobody may read: not in an answer, not in a log. */
export const isSecretName = (name: string): boolean => words.test(name) || key.test(name)
