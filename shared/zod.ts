import { z } from 'zod'

/**
 * In a browser the content security policy forbids functions made from text. zod tries this when a schema is created.
 * This line must therefore run before every schema: import `z` from here.
 */
if ('document' in globalThis) z.config({ jitless: true })

/**
 * Gives schemas the names of their exports in the API document: `nameSchemas({ Role, RoleInput })`. Schemas derived
 * from a named schema have no name.
 */
export function nameSchemas(schemas: Record<string, z.ZodType>) {
  for (const [id, schema] of Object.entries(schemas)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}

export { z }
