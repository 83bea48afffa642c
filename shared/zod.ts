import { z } from 'zod'

/**
 * In a browser the content security policy forbids making functions from text. zod tries that when a schema is made,
 * so this must come before every schema: import `z` from here.
 */
if ('document' in globalThis) z.config({ jitless: true })

export { z }
